from kb.cli.redact import *
