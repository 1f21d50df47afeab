from index.documents.texts import *
