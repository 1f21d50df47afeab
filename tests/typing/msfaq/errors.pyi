from kb.errors import *
