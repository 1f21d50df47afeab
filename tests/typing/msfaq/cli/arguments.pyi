from kb.cli.arguments import *
