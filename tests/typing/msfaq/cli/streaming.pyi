from kb.cli.streaming import *
