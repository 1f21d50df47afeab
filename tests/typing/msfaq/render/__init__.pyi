from kb.render import *
