from index.columns import *
