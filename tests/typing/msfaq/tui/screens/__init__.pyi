from tui.screens import *
