from tui.screens.fill import *
