from kb.logs.reader_process import *
