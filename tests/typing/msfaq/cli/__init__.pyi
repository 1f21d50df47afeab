from kb.cli import *
