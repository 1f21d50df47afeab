from kb.chat.network import *
