from tui.widgets.texts import *
