from kb.cli.logs import *
