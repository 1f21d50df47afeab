from tui.screens.log import *
