from kb.render.beneath import *
