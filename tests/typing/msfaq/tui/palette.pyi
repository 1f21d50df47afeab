from tui.palette import *
