from tui.widgets.page import *
