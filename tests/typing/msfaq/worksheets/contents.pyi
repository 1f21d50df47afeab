from kb.worksheets.contents import *
