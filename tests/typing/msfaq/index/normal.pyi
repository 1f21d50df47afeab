from index.normal import *
