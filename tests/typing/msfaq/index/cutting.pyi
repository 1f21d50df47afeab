from index.cutting import *
