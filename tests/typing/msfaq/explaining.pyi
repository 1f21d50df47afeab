from kb.explaining import *
