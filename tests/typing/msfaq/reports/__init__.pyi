from kb.reports import *
