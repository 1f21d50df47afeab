"""Tells what people often ask next about an entry, to who asks just that."""

from collections.abc import Sequence
from typing import Final

from msfaq.answers.items import joined, section
from msfaq.answers.links import plain_links
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of
from msfaq.chat.ranking import Ranked
from msfaq.corpus.entry import Entry
from msfaq.corpus.vocabulary import ASKED

_LIKELY: Final = 0.35
"""Probability, among all parts of the entry, from which such an item is what the turn asks."""


def add_asked(context: Context, draft: Draft, entry: Entry, ranked: Sequence[Ranked]) -> None:
    """Add the questions with their answers that the turn asks; ``ranked`` are the entry's parts."""
    part = section(entry, context.lang, ASKED)
    if part is None:
        return
    rows = rows_of(part)
    found = [one.part for one in ranked if one.part.key == ASKED and one.share >= _LIKELY]
    if found:
        draft.quote(entry.id, plain_links(joined([rows[one.number] for one in found])))
