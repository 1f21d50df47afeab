from kb.request import *
