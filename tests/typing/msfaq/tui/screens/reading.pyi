from tui.screens.reading import *
