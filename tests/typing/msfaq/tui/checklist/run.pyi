from tui.checklist.run import *
