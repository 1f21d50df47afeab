from kb.running import *
