from kb.doctor.rules.python import *
