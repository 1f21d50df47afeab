from kb.chat.grounds import *
