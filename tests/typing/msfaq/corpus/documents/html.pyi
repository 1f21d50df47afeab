from corpus.documents.html import *
