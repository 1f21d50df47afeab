from tui.screens.entries import *
