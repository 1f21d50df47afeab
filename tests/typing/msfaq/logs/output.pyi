from kb.logs.output import *
