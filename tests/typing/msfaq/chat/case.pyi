from kb.chat.case import *
