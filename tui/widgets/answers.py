"""The ranked answers, two lines each: the title with the asked words marked, and how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from msfaq.diagnosis import Diagnosis
from msfaq.render.document import confidence_word
from msfaq.request import ANSWERED
from msfaq.tui.marking import marked, words_of
from msfaq.tui.widgets.passages import passage_rows
from msfaq.tui.words import word

_SURE: Final = 0.9
_LEAST: Final = 0.01
"""Probability below which an answer behind the first one is not worth its line."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list of entries."""

    entry_id: str
    """The entry's id, or the name of what else the row stands for."""
    title: Content
    """Its title, marked."""
    note: Content
    """What is said beneath it."""


def confidence_content(confidence: float, lang: str) -> Content:
    """Return how sure an answer is: a word and a number, and a colour that only repeats them."""
    style = (
        "$text-success bold" if confidence >= _SURE else "$text-warning" if confidence >= ANSWERED else "$text-muted"
    )
    return Content.styled(f"{confidence_word(confidence, lang)} {confidence:.0%}", style)


def rows_of(diagnosis: Diagnosis) -> list[Row]:
    """Return the rows of a diagnosis: its answers, then the reader's own documents, then what came near."""
    words = words_of(diagnosis.query)
    lang = diagnosis.lang
    found = [
        Row(answer.id, marked(answer.title, words), confidence_content(answer.confidence, lang))
        for place, answer in enumerate(diagnosis.answers)
        if not place or answer.confidence >= _LEAST
    ]
    near = Content.styled(word("nearest", lang), "$text-muted italic")
    found += [Row(*row) for row in passage_rows(diagnosis)]
    return [*found, *(Row(one.id, marked(one.title, words), near) for one in diagnosis.nearest)]


class AnswerList(OptionList):
    """A list of entries; it is redrawn only where it changes."""

    BINDINGS: ClassVar[list[BindingType]] = [("j", "cursor_down", ""), ("k", "cursor_up", "")]

    def __init__(self) -> None:
        super().__init__(id="answers", markup=False, compact=True)
        self._rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row], keep: str = "", *, choose: bool = True) -> None:
        """Show rows, the cursor on the entry ``keep`` if it is among them, else on the first if one is to be chosen."""
        wanted = tuple(rows)
        if wanted != self._rows:
            self._rows = wanted
            with self.app.batch_update():
                self.set_options(Option(_prompt(row), id=row.entry_id) for row in wanted)
        ids = [row.entry_id for row in wanted]
        if ids:
            self.highlighted = ids.index(keep) if keep in ids else 0 if choose else None

    @property
    def chosen(self) -> str:
        """Id of the entry under the cursor, or nothing."""
        at = self.highlighted
        return self._rows[at].entry_id if at is not None and at < len(self._rows) else ""

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the entries, in order."""
        return tuple(row.entry_id for row in self._rows)


def _prompt(row: Row) -> Content:
    return Content.assemble(row.title, "\n  ", row.note) if row.note else row.title
