from kb.doctor.importing import *
