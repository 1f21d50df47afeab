from kb.diagnosis import *
