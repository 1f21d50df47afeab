from index.training.contrast import *
