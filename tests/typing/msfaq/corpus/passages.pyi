from corpus.passages import *
