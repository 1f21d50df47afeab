from kb.once import *
