"""Checks of the whole book: each module holds one rule and yields what breaks it."""
