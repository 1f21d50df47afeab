from tui.widgets.readbar import *
