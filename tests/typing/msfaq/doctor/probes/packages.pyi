from kb.doctor.probes.packages import *
