from kb.engine import *
