from tui.walk import *
