from kb.logs.warned import *
