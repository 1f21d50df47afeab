from tui.marking import *
