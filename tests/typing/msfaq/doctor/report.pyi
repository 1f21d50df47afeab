from kb.doctor.report import *
