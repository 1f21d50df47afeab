from tui.checklist.messages import *
