from tui.checklist.actions import *
