from kb.check.problem import *
