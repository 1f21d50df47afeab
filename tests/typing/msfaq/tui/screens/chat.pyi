from tui.screens.chat import *
