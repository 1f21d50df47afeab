from tui.checklist.page import *
