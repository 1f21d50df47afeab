from kb.chat.amounts import *
