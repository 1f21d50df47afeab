from kb.doctor.found import *
