from index.signatures import *
