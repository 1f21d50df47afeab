"""Keeps and searches the user's own documents."""
