from kb.answers.answering import *
