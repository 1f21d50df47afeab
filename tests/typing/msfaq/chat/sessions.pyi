from kb.chat.sessions import *
