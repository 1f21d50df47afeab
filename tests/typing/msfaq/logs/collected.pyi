from kb.logs.collected import *
