from kb.check.signatures import *
