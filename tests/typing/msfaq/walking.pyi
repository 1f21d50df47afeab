from kb.walking import *
