from kb.chat.echoes import *
