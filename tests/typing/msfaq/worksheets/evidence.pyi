from kb.worksheets.evidence import *
