from kb.pytest_plugin import *
