from kb.cli.chat import *
