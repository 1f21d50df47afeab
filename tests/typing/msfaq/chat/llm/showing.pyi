from kb.chat.llm.showing import *
