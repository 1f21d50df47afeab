from index.fusion import *
