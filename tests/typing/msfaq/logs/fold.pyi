from kb.logs.fold import *
