"""The command ``python -m msfaq.index.training``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msfaq.corpus.book import open_book
from msfaq.errors import MsfaqError
from msfaq.index.encoders import SHIPPED_MODEL
from msfaq.index.training.train import Settings, train


def main(words: Sequence[str] | None = None) -> int:
    """Train from the command line; return 0, or 2 when the training cannot be done."""
    arguments = _parser().parse_args(words)
    settings = Settings(**{name: getattr(arguments, name) for name in Settings.__slots__})
    try:
        train(arguments.docs_tree, arguments.out, open_book(), settings)
    except (MsfaqError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m msfaq.index.training",
        description="Train the embedding model from a tree of MindSpore documentation (source_zh_cn beside source_en) "
        "and the book. Needs the extra 'train'.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    chosen = Settings()
    add = parser.add_argument
    add("docs_tree", type=Path, metavar="DOCS_TREE", help="folder with the documentation, read recursively")
    add("--out", type=Path, default=SHIPPED_MODEL, metavar="FOLDER", help="where the model is written")
    add("--seed", type=int, default=chosen.seed, help="the same seed gives the same model")
    add("--dim", type=int, default=chosen.dim, help="numbers in a vector while training, at most 384")
    add("--kept", type=int, default=chosen.kept, help="numbers of a vector that are kept")
    add("--pieces", type=int, default=chosen.pieces, help="word pieces learned from our own text")
    add("--english", type=int, default=chosen.english, help="English pieces taken from the teacher beside them")
    add("--lessons", type=int, default=chosen.lessons, help="texts that the teacher encodes")
    add("--imitation-epochs", type=int, default=chosen.imitation_epochs, help="passes over the teacher's texts")
    add("--epochs", type=int, default=chosen.epochs, help="passes over the training pairs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
