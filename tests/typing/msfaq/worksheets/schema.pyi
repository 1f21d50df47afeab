from kb.worksheets.schema import *
