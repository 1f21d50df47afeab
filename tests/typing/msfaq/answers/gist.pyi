from kb.answers.gist import *
