from kb.running.capture import *
