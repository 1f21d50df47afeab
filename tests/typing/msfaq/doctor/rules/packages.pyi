from kb.doctor.rules.packages import *
