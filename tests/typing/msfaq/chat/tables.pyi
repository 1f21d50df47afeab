from kb.chat.tables import *
