from kb.doctor.rules import *
