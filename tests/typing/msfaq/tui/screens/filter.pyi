from tui.screens.filter import *
