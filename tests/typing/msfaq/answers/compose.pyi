from kb.answers.compose import *
