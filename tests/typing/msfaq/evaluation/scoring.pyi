from kb.evaluation.scoring import *
