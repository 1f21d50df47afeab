from corpus.documents.notebook import *
