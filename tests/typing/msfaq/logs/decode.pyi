from kb.logs.decode import *
