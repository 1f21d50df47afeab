from kb.chat.telling import *
