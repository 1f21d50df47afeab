from kb.chat.intents import *
