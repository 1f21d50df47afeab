from kb.chat.products import *
