from tui.screens.base import *
