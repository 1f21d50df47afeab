from tui.checklist.dialogs import *
