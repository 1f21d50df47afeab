from kb.chat.intents_code import *
