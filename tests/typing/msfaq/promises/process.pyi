from kb.promises.process import *
