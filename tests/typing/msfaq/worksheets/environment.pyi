from kb.worksheets.environment import *
