"""Keeps the book honest: runs what its code blocks promise, on this machine."""
