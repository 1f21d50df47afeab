from kb.chat.machine import *
