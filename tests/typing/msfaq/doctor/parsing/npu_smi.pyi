from kb.doctor.parsing.npu_smi import *
