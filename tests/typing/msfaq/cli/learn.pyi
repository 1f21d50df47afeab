from kb.cli.learn import *
