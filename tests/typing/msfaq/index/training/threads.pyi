from index.training.threads import *
