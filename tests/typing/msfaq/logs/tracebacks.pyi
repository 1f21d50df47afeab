from kb.logs.tracebacks import *
