from kb.evaluation import *
