from kb.doctor.rules.resources import *
