from kb.logs.prefixes import *
