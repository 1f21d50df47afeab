from kb.chat.intents_asking import *
