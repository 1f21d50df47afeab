from kb.running.closed import *
