from tui.widgets.answers import *
