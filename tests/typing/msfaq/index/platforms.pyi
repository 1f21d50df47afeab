from index.platforms import *
