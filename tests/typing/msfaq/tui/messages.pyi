from tui.messages import *
