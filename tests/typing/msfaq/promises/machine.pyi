from kb.promises.machine import *
