from index.training.teacher import *
