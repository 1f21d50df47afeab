from kb.logs.deaths import *
