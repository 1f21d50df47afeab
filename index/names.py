"""Numbers that stand for names: a phrase of the book is recognised by its hash, which is a fifth of its length."""

from hashlib import blake2b

from msfaq.index.tokens import fold_name


def name_hash(text: str) -> int | None:
    """Return the number of a title, phrase, keyword or id, a signed integer of 64 bits; None for one without letters.

    Names that differ only in case, blanks and punctuation have the same. That two others have is as good as
    impossible: for 100,000 names the odds are one in four thousand million.
    """
    folded = fold_name(text)
    return int.from_bytes(blake2b(folded.encode(), digest_size=8).digest(), "big", signed=True) if folded else None
