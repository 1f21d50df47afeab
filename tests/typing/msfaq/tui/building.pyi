from tui.building import *
