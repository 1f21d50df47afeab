from kb.chat.intents_social import *
