from tui.reports import *
