from kb.logs.progress import *
