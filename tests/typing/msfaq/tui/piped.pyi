from tui.piped import *
