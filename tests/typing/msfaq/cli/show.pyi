from kb.cli.show import *
