from tui.sheet import *
