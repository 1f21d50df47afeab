from tui.bursts import *
