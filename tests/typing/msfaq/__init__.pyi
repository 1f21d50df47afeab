from kb import *
