"""Runs a command as if msfaq were not there, and keeps enough of its output to explain a failure."""
