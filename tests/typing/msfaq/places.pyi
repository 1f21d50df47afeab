from kb.places import *
