from corpus.entry import *
