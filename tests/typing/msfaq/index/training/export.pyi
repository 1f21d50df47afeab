from index.training.export import *
