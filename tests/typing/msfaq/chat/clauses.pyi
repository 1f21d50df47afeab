from kb.chat.clauses import *
