from corpus.book import *
