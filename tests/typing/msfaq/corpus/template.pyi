from corpus.template import *
