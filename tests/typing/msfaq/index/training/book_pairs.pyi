from index.training.book_pairs import *
