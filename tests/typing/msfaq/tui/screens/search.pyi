from tui.screens.search import *
