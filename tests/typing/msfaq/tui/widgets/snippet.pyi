from tui.widgets.snippet import *
