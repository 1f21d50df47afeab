from kb.cli.checklist_arguments import *
