from kb.render.explanation import *
