from kb.render.html import *
