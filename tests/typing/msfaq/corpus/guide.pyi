from corpus.guide import *
