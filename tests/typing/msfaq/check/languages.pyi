from kb.check.languages import *
