from tui.context import *
