from kb.chat.choices import *
