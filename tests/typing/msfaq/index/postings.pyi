from index.postings import *
