from kb.answers.phrases import *
