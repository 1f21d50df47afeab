from tui.following import *
