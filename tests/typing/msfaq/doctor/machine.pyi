from kb.doctor.machine import *
