from kb.logs.failure import *
