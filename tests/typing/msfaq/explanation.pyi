from kb.explanation import *
