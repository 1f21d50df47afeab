from kb.learning.unanswered import *
