from kb.chat.rules_topic import *
