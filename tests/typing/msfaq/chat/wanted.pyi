from kb.chat.wanted import *
