from kb.chat.llm.voice import *
