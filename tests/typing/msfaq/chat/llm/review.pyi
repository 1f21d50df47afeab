from kb.chat.llm.review import *
