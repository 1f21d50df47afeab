from tui.checklist import *
