from tui.driver import *
