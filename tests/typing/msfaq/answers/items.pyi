from kb.answers.items import *
