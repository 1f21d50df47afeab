from index.encoder import *
