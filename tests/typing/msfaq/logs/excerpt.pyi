from kb.logs.excerpt import *
