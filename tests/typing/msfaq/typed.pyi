from kb.typed import *
