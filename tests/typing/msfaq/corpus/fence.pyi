from corpus.fence import *
