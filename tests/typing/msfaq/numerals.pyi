from kb.numerals import *
