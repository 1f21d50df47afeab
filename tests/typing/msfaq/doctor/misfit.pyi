from kb.doctor.misfit import *
