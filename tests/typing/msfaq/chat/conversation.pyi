from kb.chat.conversation import *
