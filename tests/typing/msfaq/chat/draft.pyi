from kb.chat.draft import *
