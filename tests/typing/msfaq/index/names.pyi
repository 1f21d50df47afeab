from index.names import *
