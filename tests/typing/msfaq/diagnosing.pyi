from kb.diagnosing import *
