from kb.own_documents import *
