from kb.presenting import *
