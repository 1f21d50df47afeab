from kb.running.meaning import *
