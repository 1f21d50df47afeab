"""The items of the accuracy checklist, read off the book."""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Bilingual, Entry
from msfaq.engine import Engine
from msfaq.errors import InputError

ACCURACY: Final = "accuracy"
"""Name under which worksheets of this checklist are kept."""

GROUPS: Final = {
    "ds": Bilingual("数据集", "Data set"),
    "dp": Bilingual("数据处理", "Data processing"),
    "api": Bilingual("API 使用", "Use of the API"),
    "cg": Bilingual("计算图结构", "Graph structure"),
    "wi": Bilingual("权重初始化", "Initial weights"),
    "mp": Bilingual("混合精度与溢出", "Mixed precision and overflow"),
    "hp": Bilingual("超参", "Hyperparameters"),
}
"""Groups of items in the order of work: what takes minutes first, what needs new trainings last."""

_CODE: Final = re.compile(r"([a-z]{2,4})\.(\d\d)\s+")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to check."""

    code: str
    """Its short name, such as ``ds.01``."""
    group: str
    """The letters before the dot."""
    entry_id: str
    """The entry that says how to check it."""
    title: Bilingual
    """What the check is about, without the code."""


@dataclass(frozen=True, slots=True)
class Checklist:
    """The items, in the order of work."""

    items: tuple[Item, ...]
    """All items; those of a group stand together."""

    def item(self, name: str) -> Item:
        """Return the item with this code or entry id; letter case and a missing zero do not matter.

        Raises InputError, with the codes that look alike.
        """
        wanted = re.sub(r"^([a-z]+)\.?0?(\d)$", r"\1.0\2", name.strip().lower())
        for item in self.items:
            if wanted in (item.code, item.entry_id):
                return item
        near = difflib.get_close_matches(wanted, [item.code for item in self.items], n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "msfaq checklist lists them"
        raise InputError(f"the checklist has no item '{name}'; {hint}")

    def groups(self) -> Iterator[tuple[Bilingual, Sequence[Item]]]:
        """Yield each group's title and items."""
        for group in dict.fromkeys(item.group for item in self.items):
            title = GROUPS.get(group, Bilingual(group, group))
            yield title, [item for item in self.items if item.group == group]


def read_checklist(engine: Engine) -> Checklist:
    """Return the checklist of the engine's book."""
    return checklist_of(engine.entry(name) for name in engine.entry_ids("checklist"))


def checklist_of(entries: Iterable[Entry]) -> Checklist:
    """Return the items among entries: those of kind ``checklist`` whose titles begin with a code."""
    order = list(GROUPS)
    items = []
    for entry in entries:
        code = _CODE.match(entry.title.en)
        if entry.kind == "checklist" and code:
            title = Bilingual(_CODE.sub("", entry.title.zh, count=1), _CODE.sub("", entry.title.en, count=1))
            items.append(Item(code[0].strip(), code[1], entry.id, title))

    def place(item: Item) -> tuple[int, str, str]:
        return order.index(item.group) if item.group in order else len(order), item.code, item.entry_id

    return Checklist(tuple(sorted(items, key=place)))
