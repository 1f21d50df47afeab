from kb.check.references import *
