from kb.cli.doctor import *
