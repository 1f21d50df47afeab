from kb.logs.stretches import *
