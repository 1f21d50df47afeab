from kb.check.compatibility import *
