from kb.chat.llm.client import *
