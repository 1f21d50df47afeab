"""Proposes entries from failures that nothing answers, and keeps such failures where the user wants that."""
