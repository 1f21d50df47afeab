from kb.evaluation.cases import *
