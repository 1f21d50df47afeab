from kb.language import *
