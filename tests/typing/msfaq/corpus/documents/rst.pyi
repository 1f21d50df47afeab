from corpus.documents.rst import *
