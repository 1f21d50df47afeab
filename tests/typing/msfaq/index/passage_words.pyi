from index.passage_words import *
