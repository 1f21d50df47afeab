from corpus.documents.passage import *
