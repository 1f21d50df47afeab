from kb.cli.exits import *
