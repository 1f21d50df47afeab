from index.training.progress import *
