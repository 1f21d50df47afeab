from kb.phrases import *
