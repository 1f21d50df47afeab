from kb.chat.transcript import *
