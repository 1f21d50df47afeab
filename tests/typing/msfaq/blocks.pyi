from kb.blocks import *
