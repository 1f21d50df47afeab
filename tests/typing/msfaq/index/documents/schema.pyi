from index.documents.schema import *
