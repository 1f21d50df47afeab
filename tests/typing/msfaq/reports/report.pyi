from kb.reports.report import *
