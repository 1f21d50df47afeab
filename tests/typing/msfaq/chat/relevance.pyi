from kb.chat.relevance import *
