from kb.chat.nearness import *
