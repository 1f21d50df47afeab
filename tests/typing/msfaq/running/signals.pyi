from kb.running.signals import *
