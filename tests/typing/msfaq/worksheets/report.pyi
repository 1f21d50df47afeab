from kb.worksheets.report import *
