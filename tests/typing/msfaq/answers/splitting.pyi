from kb.answers.splitting import *
