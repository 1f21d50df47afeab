from kb.chat.guides import *
