from tui.filters import *
