from kb.chat.report import *
