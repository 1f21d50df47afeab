from index.passages import *
