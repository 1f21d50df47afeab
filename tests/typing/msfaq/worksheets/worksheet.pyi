from kb.worksheets.worksheet import *
