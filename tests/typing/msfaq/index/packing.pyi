from index.packing import *
