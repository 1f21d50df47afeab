from tui.clipboard import *
