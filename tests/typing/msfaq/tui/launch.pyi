from tui.launch import *
