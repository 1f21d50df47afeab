from tui.views import *
