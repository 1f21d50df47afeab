from kb.splitting import *
