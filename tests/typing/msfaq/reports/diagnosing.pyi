from kb.reports.diagnosing import *
