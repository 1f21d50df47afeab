from kb.gist import *
