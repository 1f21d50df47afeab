from tui.widgets.passages import *
