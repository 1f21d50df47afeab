from kb.chat.asking import *
