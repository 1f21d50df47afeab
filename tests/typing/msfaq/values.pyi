from kb.values import *
