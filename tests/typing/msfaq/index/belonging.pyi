from index.belonging import *
