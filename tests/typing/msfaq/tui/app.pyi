from tui.app import *
