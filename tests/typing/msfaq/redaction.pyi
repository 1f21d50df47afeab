from kb.redaction import *
