from index.training.syllables import *
