from kb.brief import *
