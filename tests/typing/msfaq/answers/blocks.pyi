from kb.answers.blocks import *
