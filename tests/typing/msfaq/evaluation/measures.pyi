from kb.evaluation.measures import *
