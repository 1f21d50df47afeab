"""Several failures at once: what a set of logs says together."""
