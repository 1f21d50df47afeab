from tui.themes import *
