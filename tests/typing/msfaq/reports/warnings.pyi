from kb.reports.warnings import *
