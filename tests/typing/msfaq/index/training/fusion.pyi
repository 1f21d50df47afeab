from index.training.fusion import *
