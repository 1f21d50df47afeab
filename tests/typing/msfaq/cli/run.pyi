from kb.cli.run import *
