from kb.logs.retold import *
