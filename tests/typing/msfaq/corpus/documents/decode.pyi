from corpus.documents.decode import *
