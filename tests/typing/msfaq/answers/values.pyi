from kb.answers.values import *
