from kb.cli.index import *
