from kb.promises.keep import *
