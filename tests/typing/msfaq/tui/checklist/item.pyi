from tui.checklist.item import *
