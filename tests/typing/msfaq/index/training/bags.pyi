from index.training.bags import *
