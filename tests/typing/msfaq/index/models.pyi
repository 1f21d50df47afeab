from index.models import *
