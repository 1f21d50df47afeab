from tui.widgets.case import *
