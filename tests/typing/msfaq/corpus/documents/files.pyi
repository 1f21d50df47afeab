from corpus.documents.files import *
