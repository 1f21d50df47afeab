from kb.logs.keylines import *
