from kb.story import *
