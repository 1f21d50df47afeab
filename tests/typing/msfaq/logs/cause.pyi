from kb.logs.cause import *
