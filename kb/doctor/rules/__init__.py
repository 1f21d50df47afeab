"""Rules: each compares what the probes found, and yields what does not fit."""
