"""Finds the places in a stream of bytes that are worth reading, at the speed of the memory rather than of Python.

All fragments are one automaton: Hyperscan (X. Wang et al., "Hyperscan: A Fast Multi-pattern Regex Matcher for Modern
CPUs", NSDI 2019) where it is installed, else Aho-Corasick. docs/BENCHMARKS.md has what was measured.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from msfaq.index.belonging import TRACES, has_trace

MARKERS: Final = (
    b"Traceback (most recent call last)",
    b"[ERROR]",
    b"[CRITICAL]",
    b"Error: ",
    b"Exception: ",
    b"Error Message",
    b" ERROR ",
    b"ERROR:",
    b"Segmentation fault",
    b"Bus error",
    b"(core dumped)",
    b"terminate called",
    b"Fatal Python error: ",
    b"oom-kill:",
    b"Out of memory: Kill",
    b"*** SIG",
    b"double free",
    b"\nKilled",
    b"invalid pointer",
    b" Aborted",
    b": error: ",
    b": can't open file ",
    b"No module named ",
    b"error while loading shared libraries",
    b"zsh: ",
    b"oom_kill",
    b"oom-kill event",
    b" killed ",
    b"by signal",
    b"dumped core",
    *(word.encode() for word in ("段错误", "总线错误", "已放弃", "已中止", "已杀死", "非法指令", "浮点数例外")),
)
"""What every failure of the framework, and every death without one, shows at least one of; case matters."""

TRACEBACK: Final = 0
"""Index of the marker that begins a traceback."""

_EAGER: Final = 4
"""Bytes of the shortest fragment looked for; shorter ones occur everywhere."""


class Scanner:
    """Looks for the markers and the signatures' anchors; one may serve many streams, one after the other."""

    def __init__(self, anchors: Sequence[bytes] = ()) -> None:
        """Make a scanner; ``anchors`` are lower-case fragments, found in any case."""
        self.fragments = (*MARKERS, *sorted({a for a in anchors if len(a) >= _EAGER}))
        self.overlap = max(map(len, self.fragments)) - 1
        """Bytes by which two pieces of a stream must overlap for nothing to be missed between them."""
        self._hits: list[tuple[int, int]] = []
        self._database, self._exact, self._folded = _compiled(self.fragments)

    def find(self, data: Any) -> list[tuple[int, int]]:
        """Return where fragments end in ``data`` (bytes-like): offset of the last byte and the fragment's index."""
        if self._database is None:
            return self._find_slowly(bytes(data))
        self._hits = []
        self._database.scan(data, match_event_handler=self._keep)
        self._hits.sort()
        return self._hits

    def has_trace(self, data: Any) -> bool:
        """Tell whether ``data`` (bytes-like) shows that its writer uses MindSpore: `msfaq.index.belonging.TRACES`.

        A search of its own, so that it costs nothing any more once the first trace was found.
        """
        if self._traces is None:
            return has_trace(bytes(data))
        found: list[int] = []
        self._traces.scan(data, match_event_handler=lambda which, *_: found.append(which))
        return bool(found)

    @cached_property
    def _traces(self) -> Any:
        return _traces_compiled() if self._database is not None else None

    def _keep(self, which: int, _start: int, end: int, _flags: int, _context: object) -> None:
        self._hits.append((end - 1, which))

    def _find_slowly(self, data: bytes) -> list[tuple[int, int]]:
        hits = [(end - 1, which) for which, _, end in self._exact.find_matches_as_indexes(data)]
        if self._folded is not None:
            count = len(MARKERS)
            hits += [(end - 1, which + count) for which, _, end in self._folded.find_matches_as_indexes(data.lower())]
        return sorted(hits)


def _traces_compiled() -> Any:
    import hyperscan

    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_SINGLEMATCH
    expressions = [pattern.encode() for pattern in TRACES]
    database.compile(expressions=expressions, elements=len(TRACES), flags=[flags] * len(TRACES))
    return database


def _compiled(fragments: Sequence[bytes]) -> tuple[Any, Any, Any]:
    """Return the Hyperscan database, or without it the two automata: one with case, one without."""
    try:
        # Imported here: short inputs are read whole and need no automaton.
        import hyperscan
    except ImportError:
        from ahocorasick_rs import BytesAhoCorasick, Implementation

        anchors = list(fragments[len(MARKERS) :])
        folded = BytesAhoCorasick(anchors, implementation=Implementation.DFA) if anchors else None
        return None, BytesAhoCorasick(list(MARKERS)), folded
    flags = [0 if at < len(MARKERS) else hyperscan.HS_FLAG_CASELESS for at in range(len(fragments))]
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=list(fragments),
        ids=list(range(len(fragments))),
        elements=len(fragments),
        flags=flags,
        literal=True,
    )
    return database, None, None
