from corpus.documents import *
