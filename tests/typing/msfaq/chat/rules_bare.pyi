from kb.chat.rules_bare import *
