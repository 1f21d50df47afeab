from corpus.reader import *
