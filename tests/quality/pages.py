"""The measured parts of docs/COVERAGE.md, each between a mark of its name and the closing mark."""

from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "COVERAGE.md"
_END: Final = "<!-- end -->"


def record(part: str, text: str, page: Path = PAGE) -> None:
    """Put ``text`` in the place of what the page says in ``part``.

    Raises SystemExit when the page has no such part.
    """
    mark = f"<!-- {part} -->"
    before, found, rest = page.read_text("utf-8").partition(mark)
    _old, ended, behind = rest.partition(_END)
    if not found or not ended:
        raise SystemExit(f"{page} has no part '{mark} … {_END}'")
    page.write_text(f"{before}{mark}\n\n{text.strip()}\n\n{_END}{behind}", "utf-8")
