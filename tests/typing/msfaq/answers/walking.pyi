from kb.answers.walking import *
