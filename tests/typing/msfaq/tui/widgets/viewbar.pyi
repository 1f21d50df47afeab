from tui.widgets.viewbar import *
