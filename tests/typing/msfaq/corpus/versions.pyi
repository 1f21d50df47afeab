from corpus.versions import *
