from kb.worksheets import *
