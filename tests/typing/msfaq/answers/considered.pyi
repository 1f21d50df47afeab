from kb.answers.considered import *
