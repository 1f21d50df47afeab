"""Which versions go together, kept as data: MindSpore, what it runs on, and the packages that build on it."""
