from kb.logs.sources import *
