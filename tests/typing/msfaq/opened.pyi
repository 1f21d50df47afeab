from kb.opened import *
