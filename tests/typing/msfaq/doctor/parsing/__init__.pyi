from kb.doctor.parsing import *
