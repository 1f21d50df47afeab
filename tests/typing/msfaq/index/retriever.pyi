from index.retriever import *
