from tui.typist import *
