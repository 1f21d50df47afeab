from kb.cli.output import *
