"""Measures answers on labelled cases: how often they are right, how often rightly withheld, how far to trust them."""
