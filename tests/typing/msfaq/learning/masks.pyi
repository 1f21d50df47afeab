from kb.learning.masks import *
