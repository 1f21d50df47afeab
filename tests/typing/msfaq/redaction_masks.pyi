from kb.redaction_masks import *
