"""Writes the table of characters by sound: ``python -m msfaq.index.training.syllables``.

The readings come from pypinyin (https://github.com/mozillazg/pypinyin, MIT), the characters are those of GB 2312.
"""

from pathlib import Path
from typing import Final

from msfaq.index.homophones import SYLLABLES

_READINGS: Final = 2
"""Readings kept of a character, the most usual first: the others are of names and old texts."""


def write_syllables(file: Path = SYLLABLES) -> None:
    """Write the table into ``file``."""
    from pypinyin import Style, pinyin

    table: dict[str, list[str]] = {}
    for character in _characters():
        for syllable in pinyin(character, style=Style.NORMAL, heteronym=True)[0][:_READINGS]:
            table.setdefault(syllable, []).append(character)
    lines = (f"{syllable} {''.join(characters)}\n" for syllable, characters in sorted(table.items()))
    file.write_text("".join(lines), "utf-8")


def _characters() -> list[str]:
    """Return the characters of GB 2312, which lie in rows 16 to 87 of its table."""
    found = []
    for row in range(0xB0, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                found.append(bytes((row, cell)).decode("gb2312"))
            except UnicodeDecodeError:
                continue
    return found


if __name__ == "__main__":
    write_syllables()
