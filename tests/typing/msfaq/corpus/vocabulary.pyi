from corpus.vocabulary import *
