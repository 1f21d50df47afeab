from corpus.compatibility import *
