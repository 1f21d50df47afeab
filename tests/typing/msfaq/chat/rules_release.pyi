from kb.chat.rules_release import *
