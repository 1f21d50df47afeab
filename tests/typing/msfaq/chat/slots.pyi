from kb.chat.slots import *
