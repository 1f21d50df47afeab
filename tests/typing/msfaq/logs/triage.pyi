from kb.logs.triage import *
