from index.lists import *
