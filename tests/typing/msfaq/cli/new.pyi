from kb.cli.new import *
