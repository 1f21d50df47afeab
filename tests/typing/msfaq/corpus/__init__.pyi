from corpus import *
