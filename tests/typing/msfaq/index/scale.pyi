from index.scale import *
