from kb.render.wrapping import *
