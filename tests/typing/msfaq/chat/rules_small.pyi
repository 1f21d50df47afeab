from kb.chat.rules_small import *
