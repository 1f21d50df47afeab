from kb.check.book import *
