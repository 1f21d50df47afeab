from kb.answers.presenting import *
