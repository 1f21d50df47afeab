from kb.redaction.masks import *
