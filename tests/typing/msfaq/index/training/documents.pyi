from index.training.documents import *
