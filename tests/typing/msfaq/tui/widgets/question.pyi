from tui.widgets.question import *
