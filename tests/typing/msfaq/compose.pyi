from kb.compose import *
