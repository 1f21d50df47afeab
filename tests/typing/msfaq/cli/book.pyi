from kb.cli.book import *
