from kb.answering import *
