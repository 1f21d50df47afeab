from kb.chat.also import *
