"""How the shipped embedding model is made: `python -m msfaq.index.training DOCS_TREE`; needs the extra ``train``."""
