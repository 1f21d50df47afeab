from kb.doctor.summary import *
