from index.training.questions import *
