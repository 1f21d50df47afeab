from kb.cli.talk import *
