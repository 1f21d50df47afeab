from kb.answers.brief import *
