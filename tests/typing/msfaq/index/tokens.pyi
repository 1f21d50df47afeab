from index.tokens import *
