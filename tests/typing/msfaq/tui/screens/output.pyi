from tui.screens.output import *
