from kb.chat.llm.support import *
