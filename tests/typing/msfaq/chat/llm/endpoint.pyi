from kb.chat.llm.endpoint import *
