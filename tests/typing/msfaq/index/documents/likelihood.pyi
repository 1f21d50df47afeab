from index.documents.likelihood import *
