from index.codec import *
