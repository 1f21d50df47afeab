from tui.folders import *
