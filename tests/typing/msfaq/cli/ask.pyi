from kb.cli.ask import *
