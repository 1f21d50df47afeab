from corpus.front_matter import *
