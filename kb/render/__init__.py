"""Turns a diagnosis into text: Markdown, terminal, JSON."""
