from kb.logs.gather import *
