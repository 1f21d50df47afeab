from tui.words import *
