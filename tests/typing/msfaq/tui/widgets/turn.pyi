from tui.widgets.turn import *
