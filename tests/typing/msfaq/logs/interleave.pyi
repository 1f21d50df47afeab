from kb.logs.interleave import *
