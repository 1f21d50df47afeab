from index.spelling import *
