from tui.screens.paste import *
