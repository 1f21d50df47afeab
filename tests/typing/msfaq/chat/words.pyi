from kb.chat.words import *
