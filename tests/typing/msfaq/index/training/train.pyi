from index.training.train import *
