from index.documents.update import *
