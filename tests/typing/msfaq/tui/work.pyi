from tui.work import *
