"""Counts what replies say that stands nowhere in the book: ``python tests/quality/invented.py [FILE …]``.

Every sentence that a reply gives for an entry's is looked for in that entry, marks of Markdown and blanks aside. What
is not there must be one of msfaq's own sentences, or one of the entry's with the reader's values put in.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msfaq import Chat, Engine
from msfaq.answers import compose
from msfaq.answers.links import plain_links, without_links
from msfaq.chat import words
from msfaq.chat.measure import read_dialogs
from msfaq.chat.responder import Grounding

FOLDER = Path(__file__).parent / "dialogs"
LANGS = ("zh", "en")

_SENTENCE = re.compile(r"(?<=[。！？；：])|(?<=[.!?;:])\s|\n|\|")
_NUMBER = re.compile(r"(?m)^[\s>*-]*\d+\.\**(?=\s)")
_MARKS = re.compile(r"[\s*`>#|_()（）-]+")
_STOPS = ".。:：;；!！?？,，"
_VALUE = re.compile(r"\\\{\w+\\\}")

_LEAST = 5
"""Characters of a sentence that says something."""

_FIXED = 3
"""Characters beside the reader's values by which a sentence is known."""


class Invented:
    """Tells which sentences of replies are not the book's."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._guides = frozenset(engine.guide_ids())
        self._own = _patterns(_own_sentences())
        self.counted = 0
        """Sentences looked for so far."""

    def of(self, groundings: Iterable[Grounding], said: str) -> list[str]:
        """Return the sentences of a reply that are not their entry's, msfaq's, or the reader's (``said``)."""
        return [found for one in groundings for found in self._of(one, _bare(said))]

    def _of(self, passage: Grounding, said: str) -> list[str]:
        text, templates = self._material(passage.entry_id)
        found = []
        for sentence in filter(None, _SENTENCE.split(passage.text)):
            # A variable with its value is exported where it is given as a command.
            bare = _bare(sentence.removeprefix("export "))
            if len(bare) < _LEAST:
                continue
            self.counted += 1
            known = bare in text or bare in said or any(one.fullmatch(bare) for one in (*self._own, *templates))
            if not known:
                found.append(sentence.strip())
        return found

    @cache  # noqa: B019 - lives as long as the script
    def _material(self, name: str) -> tuple[str, tuple[re.Pattern[str], ...]]:
        """Return all that an entry or guide says, and its sentences with room for the reader's values."""
        if name in self._guides:
            guide = self._engine.guide(name)
            texts = [*(compose.guide_markdown(guide, lang) for lang in LANGS)]
            texts += [plain_links(one.markdown) for one in (*guide.sections_zh, *guide.sections_en)]
            return "".join(map(_bare, texts)), ()
        entry = self._engine.entry(name)
        parts = [entry.id]
        for lang in LANGS:
            results = (one.result for question in entry.walk for one in question.choices if one.result is not None)
            texts = [*(one.markdown for one in entry.sections(lang)), *(one.of(lang) for one in results)]
            texts += [*(one.mend.of(lang) for one in entry.variants), *(one.ask.of(lang) for one in entry.walk)]
            parts += [compose.answer_markdown(entry, lang), f"{entry.title.of(lang)} ({entry.id})"]
            parts += [*map(plain_links, texts), *map(without_links, texts)]
        sentences = (piece for one in entry.readout for lang in LANGS for piece in _SENTENCE.split(one.of(lang)))
        return "".join(map(_bare, parts)), _patterns(sentences)


def _own_sentences() -> Iterable[str]:
    rows = [*(text for pair in vars(words)["_WORDS"].values() for text in pair)]
    rows += [text for lang in LANGS for text in vars(compose)["_WORDS"][lang].values()]
    return (piece for row in rows for piece in _SENTENCE.split(row))


def _patterns(sentences: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    bare = {re.escape(_bare(one)) for one in sentences if one}
    return tuple(re.compile(_VALUE.sub(".*", one)) for one in sorted(bare) if len(_VALUE.sub("", one)) >= _FIXED)


def _bare(text: str) -> str:
    """Return a text without marks of Markdown, numbers of items, blanks, and the stop at its end."""
    return _MARKS.sub("", _NUMBER.sub("", text)).rstrip(_STOPS)


def main() -> int:
    """Count over whole files of conversations; the exit code is 1 when anything was found."""
    engine = Engine()
    invented, found = Invented(engine), Counter[str]()
    for path in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.jsonl")):
        before, turns = invented.counted, 0
        for dialog in read_dialogs(path):
            chat, said = Chat(engine=engine), ""
            for turn in dialog.turns:
                said += f"{turn.user}\n"
                found.update(invented.of(chat.draft(turn.user)[1].groundings, said))
                turns += 1
        counted = invented.counted - before
        sys.stdout.write(f"{path.name}: {turns} turns, {counted} sentences, {found.total()} not found\n")
    for sentence, count in found.most_common(40):
        sys.stdout.write(f"  {count:4} {sentence[:160]}\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
