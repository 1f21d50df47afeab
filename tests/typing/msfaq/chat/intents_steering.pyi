from kb.chat.intents_steering import *
