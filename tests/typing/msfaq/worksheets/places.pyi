from kb.worksheets.places import *
