from tui.running import *
