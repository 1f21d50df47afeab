from kb.chat.responder import *
