from kb.chat.causes import *
