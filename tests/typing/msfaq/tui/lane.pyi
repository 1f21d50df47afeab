from tui.lane import *
