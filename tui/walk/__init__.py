"""Shows a walk through a decision procedure."""
