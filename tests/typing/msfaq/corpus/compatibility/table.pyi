from corpus.compatibility.table import *
