from kb.items import *
