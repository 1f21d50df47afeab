from kb.doctor import *
