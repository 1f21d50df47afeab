from kb.logs.clock import *
