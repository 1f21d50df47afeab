from index.training.markdown_pages import *
