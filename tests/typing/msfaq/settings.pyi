from kb.settings import *
