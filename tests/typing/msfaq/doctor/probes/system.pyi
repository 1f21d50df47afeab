from kb.doctor.probes.system import *
