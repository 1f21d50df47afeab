from kb.logs.reading import *
