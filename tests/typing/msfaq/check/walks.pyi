from kb.check.walks import *
