from index.followups import *
