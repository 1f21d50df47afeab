from kb.answers.commands import *
