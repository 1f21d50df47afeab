from index.products import *
