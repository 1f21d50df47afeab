from corpus.guide_reader import *
