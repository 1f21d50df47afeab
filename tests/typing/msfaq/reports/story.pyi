from kb.reports.story import *
