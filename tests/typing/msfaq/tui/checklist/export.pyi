from tui.checklist.export import *
