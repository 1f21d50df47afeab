from kb.chat.llm.words import *
