from kb.learning.skeleton import *
