from corpus.own import *
