from tui.screens.save import *
