from kb.doctor.rules.environment import *
