from corpus.passage import *
