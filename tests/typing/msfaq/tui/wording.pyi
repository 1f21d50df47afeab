from tui.wording import *
