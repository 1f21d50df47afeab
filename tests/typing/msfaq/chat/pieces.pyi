from kb.chat.pieces import *
