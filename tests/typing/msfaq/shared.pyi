from kb.shared import *
