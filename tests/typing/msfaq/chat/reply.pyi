from kb.chat.reply import *
