from index.training.pairs import *
