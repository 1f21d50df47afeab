from kb.doctor.rules.cuda import *
