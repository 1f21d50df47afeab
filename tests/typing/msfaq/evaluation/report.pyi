from kb.evaluation.report import *
