from kb.logs.regions import *
