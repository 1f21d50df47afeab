from kb.__main__ import *
