from index.documents.store import *
