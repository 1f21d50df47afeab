from kb.redaction.redact import *
