from kb.doctor.probes.cuda import *
