"""Reads the user's own documents into passages: Markdown, reStructuredText, notebooks, HTML and plain text."""
