from index.training.__main__ import *
