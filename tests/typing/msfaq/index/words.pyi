from index.words import *
