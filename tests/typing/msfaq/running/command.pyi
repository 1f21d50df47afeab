from kb.running.command import *
