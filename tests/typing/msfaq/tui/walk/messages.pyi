from tui.walk.messages import *
