from kb.chat.details import *
