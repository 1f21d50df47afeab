from tui.library import *
