from kb.chat.walks import *
