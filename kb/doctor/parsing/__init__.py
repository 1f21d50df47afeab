"""Pure functions that read what commands print and what version files hold."""
