from tui.saving import *
