from kb.logs.scan import *
