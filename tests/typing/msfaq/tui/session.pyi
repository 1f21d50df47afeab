from tui.session import *
