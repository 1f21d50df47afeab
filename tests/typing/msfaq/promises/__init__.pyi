from kb.promises import *
