from kb.render.document import *
