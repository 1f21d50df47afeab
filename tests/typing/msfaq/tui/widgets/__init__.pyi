from tui.widgets import *
