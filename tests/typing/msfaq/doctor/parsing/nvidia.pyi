from kb.doctor.parsing.nvidia import *
