from kb.chat.llm.prompt import *
