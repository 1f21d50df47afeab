from kb.cli.prompt import *
