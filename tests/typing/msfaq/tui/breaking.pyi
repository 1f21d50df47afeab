from tui.breaking import *
