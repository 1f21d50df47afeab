from corpus.scope import *
