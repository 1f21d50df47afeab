from kb.cli.follow import *
