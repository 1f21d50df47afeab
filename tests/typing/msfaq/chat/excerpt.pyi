from kb.chat.excerpt import *
