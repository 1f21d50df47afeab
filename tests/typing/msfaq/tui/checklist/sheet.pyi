from tui.checklist.sheet import *
