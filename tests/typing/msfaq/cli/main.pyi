from kb.cli.main import *
