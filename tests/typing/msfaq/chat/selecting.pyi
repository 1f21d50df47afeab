from kb.chat.selecting import *
