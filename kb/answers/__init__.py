"""From what was found to an answer in words: which entries, which parts of them, in which language."""
