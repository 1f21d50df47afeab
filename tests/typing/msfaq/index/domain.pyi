from index.domain import *
