"""Reads this machine, changes nothing, and says what does not fit together."""
