from kb.chat.news import *
