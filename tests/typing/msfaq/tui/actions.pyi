from tui.actions import *
