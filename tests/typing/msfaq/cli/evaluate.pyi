from kb.cli.evaluate import *
