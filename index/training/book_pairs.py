"""Training pairs from the book itself: a product may know its own entries."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msfaq.corpus.book import Book
from msfaq.corpus.entry import Bilingual, Entry, Section
from msfaq.index.training.markdown_pages import markdown_sections
from msfaq.index.training.pairs import BODY_CHARS, Pair


def book_pairs(book: Book) -> list[Pair]:
    """Return title ↔ title, title ↔ section (also across languages), section ↔ section and block ↔ block pairs.

    They come in the book's order, without repetitions; last the phrases under ``asks``, each with the title, the next
    phrase, one of the other language, and a section.
    """
    pairs = chain(
        (Pair(snippet.title.zh, snippet.title.en, "parallel") for e in book.entries.values() for snippet in e.snippets),
        *(_document_pairs(e.title, e.sections_zh, e.sections_en) for e in book.entries.values()),
        *(_document_pairs(g.title, g.sections_zh, g.sections_en) for g in book.guides.values()),
        *(_ask_pairs(e) for e in book.entries.values()),
    )
    return list(dict.fromkeys(pairs))


def _document_pairs(title: Bilingual, zh: Sequence[Section], en: Sequence[Section]) -> Iterator[Pair]:
    yield Pair(title.zh, title.en, "parallel")
    english = {section.key: _blocks(section.markdown) for section in en}
    for section in zh:
        chinese, other = _blocks(section.markdown), english.get(section.key, ())
        one, two = _joined(chinese), _joined(other)
        yield Pair(title.zh, one, "heading")
        if not other:
            continue
        yield Pair(one, two, "parallel")
        yield Pair(title.en, two, "heading")
        yield Pair(title.zh, two, "heading")
        yield Pair(title.en, one, "heading")
        if len(chinese) == len(other) > 1:
            yield from (Pair(left, right, "parallel") for left, right in zip(chinese, other, strict=True))


def _ask_pairs(entry: Entry) -> Iterator[Pair]:
    for lang, other in (("zh", "en"), ("en", "zh")):
        own, foreign = entry.asks.of(lang), entry.asks.of(other)
        sections = [_joined(_blocks(section.markdown)) for section in entry.sections(lang)]
        for at, ask in enumerate(own):
            partners = (
                entry.title.of(lang),
                entry.title.of(other),
                own[(at + 1) % len(own)],
                foreign[at % len(foreign)] if foreign else "",
                sections[at % len(sections)],
            )
            yield from (Pair(ask, partner, "ask", entry.id) for partner in partners if partner not in ("", ask))


def plain_text(markdown: str) -> str:
    r"""Return Markdown as plain text, at most `BODY_CHARS` long.

    >>> plain_text("Set `a`:\n\n- one\n- *two*")
    'Set a:\none\ntwo'
    """
    return _joined(_blocks(markdown))


def _blocks(markdown: str) -> tuple[str, ...]:
    return tuple(block for section in markdown_sections(markdown) for block in section.blocks)


def _joined(blocks: Sequence[str]) -> str:
    return "\n".join(blocks)[:BODY_CHARS]
