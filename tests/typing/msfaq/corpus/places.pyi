from corpus.places import *
