"""The fixed words of the book: kinds, areas, headings, promises.

Everything an author may choose from stands here once; the reader, the checker and the scaffold all look here.
"""

from dataclasses import dataclass
from typing import Final

LANGUAGES: Final = ("zh", "en")

KINDS: Final = ("error", "howto", "concept", "checklist", "decision")

AREAS: Final = (
    "cache-server",
    "checklist",
    "checkpoint",
    "data-processing",
    "distributed",
    "ecosystem",
    "execution",
    "feature-advice",
    "graph-compile",
    "inference",
    "installation",
    "logging",
    "memory",
    "migration",
    "operators",
    "performance",
    "precision",
)

PLATFORMS: Final = ("Ascend", "GPU", "CPU", "any")

MODES: Final = ("graph", "pynative", "any")

PART_TITLES: Final = {"zh": "中文", "en": "English", "code": "Code"}
"""Level-1 headings of an entry, in this order."""


@dataclass(frozen=True, slots=True)
class SectionKind:
    """One heading that entries of a kind may or must have."""

    key: str
    """Name by which code refers to the section, the same for both languages and all kinds."""
    zh: str
    """The heading in the Chinese part."""
    en: str
    """The heading in the English part."""
    required: bool = True
    """Whether an entry without it is refused."""


ASKED: Final = "asked"
"""Key of the section of what people ask who have read the rest.

It is a list, each item a question in bold and its answer, and is not told unasked."""

_ASKED: Final = SectionKind(ASKED, "常被追问", "Often asked next", required=False)

SECTIONS: Final = {
    "error": (
        SectionKind("meaning", "现象", "What happened"),
        SectionKind("cause", "原因", "Why"),
        SectionKind("fix", "处理办法", "How to fix it"),
        SectionKind("verify", "如何确认", "How to check"),
        SectionKind("otherwise", "如果不是这个原因", "When it is something else"),
        _ASKED,
    ),
    "howto": (
        SectionKind("meaning", "适用场景", "When you need this"),
        SectionKind("cause", "要点", "What to know"),
        SectionKind("fix", "步骤", "Steps"),
        SectionKind("verify", "如何确认", "How to check"),
        SectionKind("otherwise", "不适用时", "When this does not fit", required=False),
        _ASKED,
    ),
    "concept": (
        SectionKind("meaning", "是什么", "What it is"),
        SectionKind("cause", "为什么", "Why it is so"),
        SectionKind("fix", "怎么用", "In practice"),
        SectionKind("otherwise", "不适用时", "When this does not fit", required=False),
        _ASKED,
    ),
    "checklist": (
        SectionKind("meaning", "检查什么", "What to look for"),
        SectionKind("cause", "为什么影响精度", "Why it matters"),
        SectionKind("look", "怎么检查", "How to look"),
        SectionKind("fix", "发现问题时", "When you find it"),
        _ASKED,
    ),
    "decision": (
        SectionKind("meaning", "适用场景", "When you need this"),
        SectionKind("cause", "判断依据", "What the decision rests on"),
        SectionKind("fix", "分情况处理", "What to do in each case"),
        SectionKind("verify", "如何确认", "How to check", required=False),
        SectionKind("otherwise", "不适用时", "When this does not fit", required=False),
        _ASKED,
    ),
}
"""Headings per kind of entry, in the order in which they must stand."""

PROMISES: Final = ("fails", "warns", "fix", "runs", "syntax")
"""What a code block may promise.

``fails``   exits with an error, and the book recognises its output as this entry
``warns``   exits cleanly, and the book recognises its output as this entry
``fix``     exits cleanly: the corrected form of the failing block
``runs``    exits cleanly: an example that stands for itself
``syntax``  is correct code that cannot be run by itself; ``because="…"`` must say why
"""

NEEDS: Final = ("mindspore", "numpy", "torch", "pillow", "ascend", "gpu", "network", "root", "multi-device", "msrun")
"""What a code block may ask of the machine; what is missing makes the run a visible skip."""

CAPTURE_TYPES: Final = ("text", "name", "int", "number", "bytes", "shape", "dtype", "path", "quoted")
"""Types of a capture in a signature; see `msfaq.corpus.template`."""
