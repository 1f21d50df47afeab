from kb.chat.redacting import *
