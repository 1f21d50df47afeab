from index.patterns import *
