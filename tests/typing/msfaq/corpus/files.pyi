from corpus.files import *
