from tui.walk.screen import *
