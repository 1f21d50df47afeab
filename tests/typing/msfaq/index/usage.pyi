from index.usage import *
