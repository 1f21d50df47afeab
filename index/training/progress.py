"""Says on stderr how far the training is."""

import sys


def say(line: str) -> None:
    """Print one line of progress to stderr at once."""
    print(line, file=sys.stderr, flush=True)
