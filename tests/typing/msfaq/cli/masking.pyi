from kb.cli.masking import *
