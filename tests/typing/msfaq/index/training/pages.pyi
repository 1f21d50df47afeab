from index.training.pages import *
