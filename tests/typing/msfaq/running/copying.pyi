from kb.running.copying import *
