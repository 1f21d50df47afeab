from kb.chat.sections import *
