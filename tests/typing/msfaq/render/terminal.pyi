from kb.render.terminal import *
