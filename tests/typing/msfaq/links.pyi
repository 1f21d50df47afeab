from kb.links import *
