from tui.screens.help import *
