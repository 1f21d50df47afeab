from index.units import *
