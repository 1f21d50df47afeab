from kb.doctor.parsing.files import *
