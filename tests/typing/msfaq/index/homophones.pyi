from index.homophones import *
