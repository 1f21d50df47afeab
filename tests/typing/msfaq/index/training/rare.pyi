from index.training.rare import *
