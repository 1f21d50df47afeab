from tui.screens.confirm import *
