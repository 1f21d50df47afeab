from index.training.imitate import *
