from kb.chat.measure import *
