from tui.screens.links import *
