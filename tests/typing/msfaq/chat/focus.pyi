from kb.chat.focus import *
