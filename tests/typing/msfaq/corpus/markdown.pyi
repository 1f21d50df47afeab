from corpus.markdown import *
