from kb.worksheets.words import *
