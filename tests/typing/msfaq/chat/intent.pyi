from kb.chat.intent import *
