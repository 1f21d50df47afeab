from kb.notebook import *
