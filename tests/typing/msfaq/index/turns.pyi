from index.turns import *
