from kb.check.snippets import *
