from kb.worksheets.codec import *
