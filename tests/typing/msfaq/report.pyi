from kb.report import *
