from tui.facts import *
