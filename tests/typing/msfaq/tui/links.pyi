from tui.links import *
