from kb.check import *
