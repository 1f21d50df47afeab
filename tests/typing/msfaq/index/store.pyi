from index.store import *
