from kb.chat.llm.tidy import *
