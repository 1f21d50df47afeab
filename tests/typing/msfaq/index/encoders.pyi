from index.encoders import *
