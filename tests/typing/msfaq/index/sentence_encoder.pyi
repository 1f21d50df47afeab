from index.sentence_encoder import *
