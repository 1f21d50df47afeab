from index.schema import *
