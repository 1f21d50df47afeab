from kb.doctor.examine import *
