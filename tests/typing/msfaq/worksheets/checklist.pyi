from kb.worksheets.checklist import *
