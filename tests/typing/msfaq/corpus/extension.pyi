from corpus.extension import *
