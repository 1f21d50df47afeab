from kb.chat.ranking import *
