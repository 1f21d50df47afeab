from kb.learning.propose import *
