from kb.logs.logfile import *
