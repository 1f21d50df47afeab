from kb.check.variants import *
