from index import *
