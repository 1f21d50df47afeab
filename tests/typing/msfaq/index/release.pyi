from index.release import *
