from kb.doctor.rules.ascend import *
