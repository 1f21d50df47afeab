from kb.chat.beside import *
