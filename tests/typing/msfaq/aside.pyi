from kb.aside import *
