from kb.doctor.probes.ascend import *
