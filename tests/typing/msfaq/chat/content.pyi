from kb.chat.content import *
