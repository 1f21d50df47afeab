from kb.worksheets.database import *
