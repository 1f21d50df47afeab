from index.training.wordpieces import *
