from kb.cli.checklist import *
