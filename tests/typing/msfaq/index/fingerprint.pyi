from index.fingerprint import *
