from kb.version import *
