from kb.answers.links import *
