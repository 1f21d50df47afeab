from kb.chat.turns import *
