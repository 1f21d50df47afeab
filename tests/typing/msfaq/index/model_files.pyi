from index.model_files import *
