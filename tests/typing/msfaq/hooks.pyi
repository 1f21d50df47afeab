from kb.hooks import *
