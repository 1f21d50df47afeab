from kb.chat.blocks import *
