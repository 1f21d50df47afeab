from tui.checklist.screen import *
