from kb.render.doctor import *
