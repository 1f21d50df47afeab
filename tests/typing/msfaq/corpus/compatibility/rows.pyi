from corpus.compatibility.rows import *
