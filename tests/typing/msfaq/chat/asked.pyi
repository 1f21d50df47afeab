from kb.chat.asked import *
