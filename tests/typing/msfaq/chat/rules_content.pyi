from kb.chat.rules_content import *
