from tui.excerpt import *
