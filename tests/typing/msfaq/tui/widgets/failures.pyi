from tui.widgets.failures import *
