from kb.chat.state import *
