"""Both languages say the same: same headings, same links, same code words, each in its own script."""

import re
from collections.abc import Iterator

from msfaq.check.problem import Problem
from msfaq.check.references import LINK
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry
from msfaq.corpus.vocabulary import ASKED

_CJK = re.compile(r"[\u4e00-\u9fff]")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|```.*?```", re.DOTALL)
_QUESTIONS = re.compile(r"- \*\*[^\n]+?\*\*[^\n]+(?:\n- \*\*[^\n]+?\*\*[^\n]+)*")
_LEAST_ASKS = 3


def check(entry: Entry, book: Book) -> Iterator[Problem]:
    """Yield differences between the two languages of an entry."""

    def problem(message: str) -> Problem:
        return Problem("languages", entry.id, entry.path, message)

    zh, en = entry.sections_zh, entry.sections_en
    if [s.key for s in zh] != [s.key for s in en]:
        yield problem("the Chinese and the English part have different headings")
    for chinese, english in zip(zh, en, strict=False):
        if not _CJK.search(chinese.markdown):
            yield problem(f"line {chinese.first_line}: no Chinese under '{chinese.heading}'")
        if _CJK.search(_QUOTED.sub("", english.markdown)):
            yield problem(f"line {english.first_line}: Chinese characters under '{english.heading}'")
        if set(LINK.findall(chinese.markdown)) != set(LINK.findall(english.markdown)):
            yield problem(f"line {english.first_line}: the two languages link to different entries")
    for chinese, english in zip(zh, en, strict=False):
        if chinese.key == ASKED:
            if not all(_QUESTIONS.fullmatch(part.markdown.strip()) for part in (chinese, english)):
                yield problem(f"line {chinese.first_line}: not a list of items that begin with a question in bold")
            if chinese.markdown.count("\n- ") != english.markdown.count("\n- "):
                yield problem(f"line {english.first_line}: not as many questions as in Chinese")
    for variant in entry.variants:
        mend = variant.mend
        if not _CJK.search(mend.zh) or _CJK.search(_QUOTED.sub("", mend.en)):
            yield problem(f"variant '{variant.name}': not once in Chinese and once in English")
        if set(LINK.findall(mend.zh)) != set(LINK.findall(mend.en)):
            yield problem(f"variant '{variant.name}': the two languages link to different entries")
    if not _CJK.search(entry.title.zh) or _CJK.search(entry.title.en):
        yield problem("the titles are not one in Chinese and one in English")
    for lang in ("zh", "en"):
        if len(entry.asks.of(lang)) < _LEAST_ASKS:
            yield problem(f"asks: fewer than {_LEAST_ASKS} phrases in {lang}")
