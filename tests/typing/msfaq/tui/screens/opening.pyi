from tui.screens.opening import *
