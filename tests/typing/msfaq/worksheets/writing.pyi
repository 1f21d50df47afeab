from kb.worksheets.writing import *
