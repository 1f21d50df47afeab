from kb.render.documents import *
