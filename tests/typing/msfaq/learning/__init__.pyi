from kb.learning import *
