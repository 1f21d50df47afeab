from tui.keybar import *
