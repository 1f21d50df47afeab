from tui.code import *
