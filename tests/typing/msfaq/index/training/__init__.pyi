from index.training import *
