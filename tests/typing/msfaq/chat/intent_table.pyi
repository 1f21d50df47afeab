from kb.chat.intent_table import *
