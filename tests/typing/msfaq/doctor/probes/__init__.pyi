from kb.doctor.probes import *
