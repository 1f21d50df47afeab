from kb.chat.llm import *
