from tui.screens.status import *
