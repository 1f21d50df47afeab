from kb.chat.turn import *
