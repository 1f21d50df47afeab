from index.coverage import *
