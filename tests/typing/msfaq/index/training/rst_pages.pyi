from index.training.rst_pages import *
