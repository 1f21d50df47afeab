from kb.chat.following import *
