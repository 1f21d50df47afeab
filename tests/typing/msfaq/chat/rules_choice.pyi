from kb.chat.rules_choice import *
