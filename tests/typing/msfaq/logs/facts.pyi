from kb.logs.facts import *
