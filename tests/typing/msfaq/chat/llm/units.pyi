from kb.chat.llm.units import *
