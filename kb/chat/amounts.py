"""Says how much a number of bytes is that a turn asks about: nobody reads 32212254720 as 30 GiB."""

import re
from typing import Final

_NUMBER: Final = re.compile(r"(?<![\w.])\d{5,18}(?![\w.])", re.ASCII)
_MOST: Final = 3
"""Numbers told of one turn."""

_LONGEST: Final = 80
"""Characters of a turn in which a number is what it asks about; in longer ones it stands in what was pasted."""

_UNITS: Final = ("KiB", "MiB", "GiB", "TiB", "PiB")


def amounts(text: str) -> tuple[str, ...]:
    """Return what the numbers in a short text are in whole MiB, GiB …; one that is no such amount is left out.

    A number of whole KiB alone is mostly none of bytes: vocabularies and widths are multiples of 1024 as well.

    >>> amounts("why 32212254720, and 100000?"), amounts("1048576是多大"), amounts("does 152576 divide by 8")
    (('32212254720 = 30 GiB',), ('1048576 = 1 MiB',), ())
    """
    if len(text) > _LONGEST:
        return ()
    found = (_amount(number) for number in dict.fromkeys(_NUMBER.findall(text)))
    return tuple(one for one in found if one)[:_MOST]


def _amount(number: str) -> str:
    size, unit = int(number), -1
    while size and size % 1024 == 0 and unit < len(_UNITS) - 1:
        size, unit = size // 1024, unit + 1
    return f"{number} = {size} {_UNITS[unit]}" if unit > 0 else ""
