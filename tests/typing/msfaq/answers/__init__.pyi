from kb.answers import *
