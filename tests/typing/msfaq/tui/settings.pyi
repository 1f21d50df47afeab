from tui.settings import *
