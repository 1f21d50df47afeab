from kb.logs import *
