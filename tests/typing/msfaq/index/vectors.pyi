from index.vectors import *
