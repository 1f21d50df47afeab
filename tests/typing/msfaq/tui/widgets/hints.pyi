from tui.widgets.hints import *
