"""Probes: each reads one concern of a machine."""
