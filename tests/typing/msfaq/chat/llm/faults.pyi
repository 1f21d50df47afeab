from kb.chat.llm.faults import *
