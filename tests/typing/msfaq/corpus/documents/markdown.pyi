from corpus.documents.markdown import *
