from kb.worksheets.running import *
