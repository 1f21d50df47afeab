from index.documents import *
