from kb.doctor.probes.storage import *
