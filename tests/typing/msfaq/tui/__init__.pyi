from tui import *
