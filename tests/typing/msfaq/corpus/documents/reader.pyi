from corpus.documents.reader import *
