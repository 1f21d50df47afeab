from kb.chat.preparing import *
