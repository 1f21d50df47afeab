from tui.output import *
