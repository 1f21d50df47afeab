from kb.logs.names import *
