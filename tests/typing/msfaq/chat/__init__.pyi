from kb.chat import *
