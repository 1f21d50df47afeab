from kb.logs.parse import *
