from kb.chat.releases import *
