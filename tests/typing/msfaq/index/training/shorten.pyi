from index.training.shorten import *
