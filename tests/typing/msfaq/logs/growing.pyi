from kb.logs.growing import *
