from index.documents.search import *
