"""Reads what a program printed before it died: bytes to lines, lines to failures."""
