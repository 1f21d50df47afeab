from index.meaning import *
