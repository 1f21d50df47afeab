from kb.running.run import *
