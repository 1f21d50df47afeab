from index.build import *
