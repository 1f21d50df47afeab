from kb.logs.echoes import *
