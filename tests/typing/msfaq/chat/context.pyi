from kb.chat.context import *
