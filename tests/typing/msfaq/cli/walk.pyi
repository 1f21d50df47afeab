from kb.cli.walk import *
