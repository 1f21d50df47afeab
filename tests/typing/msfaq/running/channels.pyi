from kb.running.channels import *
