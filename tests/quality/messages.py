"""Counts the messages that MindSpore can raise, and how many of them the book's signatures recognise.

Two sources, both read from the installed package: the texts of ``raise`` statements in its Python files, and strings
of its shared libraries that look like parts of messages to users. A Python text is filled with plausible values and
looked for as it would stand in a traceback. A library has only the literal pieces between two values, so a piece also
counts as known where it stands in the literal part of a signature, or holds one.

A message counts when it can reach somebody who trains a network. Left out are the parts of the package that no
training imports (``_AWAY``), assertions, texts that are nothing but a value, and strings of the libraries that speak
of the compiler's own objects (``_INNER``): those report a fault of MindSpore to its makers. Messages that differ only
in what they quote, in values and digits have one shape; a shape counts as recognised when all its messages are.

    python tests/quality/messages.py [--list unknown.txt]
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeGuard

from msfaq.corpus.book import open_book
from msfaq.corpus.template import Piece, parse_template
from msfaq.index.patterns import anchor
from msfaq.index.signatures import SignatureIndex, fold

Known = Literal["exact", "weak", "no"]

_FAMILIES: Final = {
    "For '": r"^For ['\"]",
    "For primitive": r"^For primitive",
    "must be, should be": r"\b(?:must|should)\b",
    "not supported": r"\b(?:unsupported|not support\w*)\b",
    "failed": r"\bfail(?:ed|ure)?\b",
    "cannot": r"\b(?:cannot|can not|can't)\b",
    "invalid, illegal": r"\b(?:invalid|illegal)\b",
    "but got": r"\bbut (?:got|get)\b",
}
"""Marks of a message, in the order in which a text is filed under them."""

_OTHER: Final = "other"
_LEAST: Final = 16
"""Characters of a library's string that can be recognised for itself."""

_AWAY: Final = re.compile(r"^mindspore/(?:_akg|ops_generate|tests?|include)/|/akg_compiler/|/_op_impl/")
"""A kernel compiler taken over with its front ends for other frameworks, generators used when MindSpore is built, and
descriptions of kernels for the operator compiler: no program that trains can raise what stands there."""

_INNER: Final = re.compile(
    r"\b(?:[ac]nodes?|anf|func(?:tion)? ?graphs?|kernel ?graphs?|sub ?graphs?|abstract|value ?node|prim(?:itive)? py"
    r"|device ?address|kernel ?(?:mod|tensor|info|build)|nullptr|null ?ptr|is null|actor|bprop graph|fv|phi|jit ?ed"
    r"|op_?desc|infer_?(?:shape|type)|protobuf|flatbuffer|backend node|parse node|ast)\b",
    re.IGNORECASE,
)
"""Words for the compiler's and the run time's own objects, which no user has in the hand."""

_OPEN: Final = "\x02"
_CLOSE: Final = "\x03"
"""Set around what stands in for a value while a text is put together."""

_LITERAL: Final = 12
"""Letters that a message has beside its values; with fewer it is some other function's text handed on."""

_TELLING: Final = 24
"""Characters of a signature's longest literal that settle the matter wherever they stand in a library's string."""

_BEGINS: Final = {"'": "For 'Dense", "]": "For primitive[Dense"}
"""What stands before a library's piece that begins in the middle of a family's message, by its first character."""

_LIBRARIES: Final = ("_c_*.so", "lib/libmindspore_*.so*", "lib/plugin/**/*.so*")
_FOREIGN: Final = re.compile(
    r"grpc|glog|protobuf|opencv|avcodec|openblas|dnnl|nnacl_neural|libakg|ms_kernels_internal|symmetric_memory"
)
"""Libraries of others that the package ships: what they say is theirs."""
_TEXT: Final = re.compile(rb"[\x09\x0a\x20-\x7e]{%d,1000}" % _LEAST)
_SOURCE: Final = re.compile(r"\.(?:cc|h|py|cpp|proto)\b|^/|::|[{};]\s*$|^\s*[|#<]|%[sdu]")
_PROSE: Final = re.compile(r"[A-Za-z']{2,}(?:[ ,.:]+[A-Za-z'\[\]()_-]{1,}){2,}")
_VALUES: Final = (
    ("__name__", "float"),
    ("shape", "(2, 3)"),
    ("type", "float"),
    ("file", "/tmp/a.ckpt"),
    ("path", "/tmp/a"),
    ("dir", "/tmp"),
    ("num", "3"),
    ("len", "3"),
    ("size", "3"),
    ("dim", "3"),
    ("rank", "3"),
    ("index", "3"),
    ("axis", "3"),
    ("count", "3"),
    ("list", "['a', 'b']"),
    ("names", "['a', 'b']"),
    ("range", "[0, 3)"),
    ("cls", "Dense"),
    ("prim", "Dense"),
    ("arg", "weight"),
    ("name", "Dense"),
)
"""What stands in for an expression, by a part of its name."""


@dataclass(frozen=True, slots=True)
class Message:
    """One text that a program may end with."""

    text: str
    """The text, its varying parts filled."""
    origin: str
    """Path inside the package."""
    error: str
    """Name of the exception, empty for a library's string."""
    shape: str
    """The text without values, quoted words and digits."""


def _message(text: str, origin: str, error: str) -> Message:
    """Return the message of a text in which values are marked."""
    shape = re.sub(f"{_OPEN}[^{_CLOSE}]*{_CLOSE}", "#", text)
    shape = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "#", shape)
    plain = " ".join(text.replace(_OPEN, "").replace(_CLOSE, "").split())
    return Message(plain, origin, error, " ".join(re.sub(r"\d+", "#", fold(shape)).strip(" .,:").split()))


def package() -> Path:
    """Return the folder of the installed package; without it there is nothing to count."""
    spec = find_spec("mindspore")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("MindSpore is not installed here.")
    return Path(next(iter(spec.submodule_search_locations)))


def python_messages(root: Path) -> Iterator[Message]:
    """Yield the text of each raise statement that has one."""
    for file in sorted(root.rglob("*.py")):
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue
        origin = str(file.relative_to(root.parent))
        if _AWAY.search(origin):
            continue
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
                yield from _raised(scope, origin)


def _raised(scope: ast.FunctionDef | ast.AsyncFunctionDef | ast.Module, origin: str) -> Iterator[Message]:
    texts: dict[str, str] = {}
    for node in _own_nodes(scope):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            texts[node.targets[0].id] = _flat(node.value, texts) if _is_text(node.value) else ""
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            text = _flat(node.exc.args[0], texts)
            error = node.exc.func.id if isinstance(node.exc.func, ast.Name) else "RuntimeError"
            own = re.sub(f"{_OPEN}[^{_CLOSE}]*{_CLOSE}", "", text)
            if error != "AssertionError" and len(re.findall("[A-Za-z]", own)) >= _LITERAL:
                yield _message(text, origin, error)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope in source order, those of inner functions left out."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _own_nodes(child)


def _is_text(node: ast.expr) -> bool:
    """Tell whether an assigned value is written out as text, and no computation that would lead far afield."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left)
    if isinstance(node, ast.IfExp):
        return _is_text(node.body)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "format" and _is_text(node.func.value)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _flat(node: ast.expr, texts: Mapping[str, str]) -> str:
    """Return the text an expression makes; what is not text itself becomes a plausible value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_flat(part, texts) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _flat(node.value, texts)
    if isinstance(node, ast.IfExp):
        return _flat(node.body, texts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _flat(node.left, texts) + _flat(node.right, texts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return re.sub(r"%[-\d.]*[sdrfi]", _marked("3"), _flat(node.left, texts))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _filled(_flat(node.func.value, texts), node.args)
    if isinstance(node, ast.Name) and texts.get(node.id):
        return texts[node.id]
    return _value(node)


def _filled(template: str, given: Sequence[ast.expr]) -> str:
    values = iter(given)

    def fill(found: re.Match[str]) -> str:
        value = next(values, None)
        return _marked(found[1]) if found[1] else _marked("3") if value is None else _value(value)

    return re.sub(r"\{([A-Za-z_]*)[^{}]*\}", fill, template)


def _value(node: ast.expr) -> str:
    """Return a plausible value for an expression, by the name it ends in."""
    while not isinstance(node, ast.Name | ast.Attribute):
        if isinstance(node, ast.Call):
            node = node.func
            if isinstance(node, ast.Name) and node.id == "type":
                return _marked("<class 'float'>")
        elif isinstance(node, ast.Subscript | ast.Starred):
            node = node.value
        else:
            return _marked("3")
    word = (node.id if isinstance(node, ast.Name) else node.attr).lower()
    return _marked(next((value for part, value in _VALUES if part in word), "3"))


def _marked(value: str) -> str:
    return f"{_OPEN}{value}{_CLOSE}"


def library_messages(root: Path) -> Iterator[Message]:
    """Yield the strings of the package's own libraries that look like parts of messages."""
    for pattern in _LIBRARIES:
        for file in sorted(root.glob(pattern)):
            if not _FOREIGN.search(str(file.relative_to(root))):
                origin = str(file.relative_to(root.parent))
                for found in _TEXT.finditer(file.read_bytes()):
                    text = " ".join(found[0].decode("ascii").split())
                    if _is_message(text):
                        yield _message(text, origin, "")


def _is_message(text: str) -> bool:
    return len(text) >= _LEAST and family(text) != _OTHER and bool(_PROSE.search(text)) and not _hidden(text)


def _hidden(text: str) -> bool:
    """Tell whether a string is source text, or speaks of what only the makers know."""
    return bool(_SOURCE.search(text) or _INNER.search(text))


def family(text: str) -> str:
    """Return the mark under which a message is filed."""
    return next((name for name, mark in _FAMILIES.items() if re.search(mark, text, re.IGNORECASE)), _OTHER)


class Recogniser:
    """The book's signatures, asked for single messages."""

    def __init__(self) -> None:
        entries = tuple(open_book().entries.values())
        self._index = SignatureIndex.from_entries(entries)
        templates = [signature.match for entry in entries for signature in entry.signatures if not signature.weak]
        literals = {_plain(piece) for template in templates for piece in parse_template(template) if is_literal(piece)}
        self._all_literals = "\n".join(sorted(literal for literal in literals if len(literal) >= _LEAST))
        anchors = {anchor(template) for template in templates}
        self._words = _by_rarest_word(sorted(text for text in anchors if len(text) >= _TELLING))

    def whole(self, message: Message) -> Known:
        """Tell whether the message is recognised as it stands at the end of a traceback."""
        place = f'Traceback (most recent call last):\n  File "/site-packages/{message.origin}", line 1, in f\n'
        hits = self._index.find(f"{place}{message.error or 'RuntimeError'}: {message.text}")
        return "exact" if any(not hit.weak for hit in hits) else "weak" if hits else "no"

    def piece(self, message: Message) -> Known:
        """Tell the same of a piece between two values: put into its family, in a signature, or around its anchor."""
        known = self.whole(message)
        if known != "exact" and message.text[0] in _BEGINS:
            filled = replace(message, text=f"{_BEGINS[message.text[0]]}{message.text} 3")
            known = max(known, self.whole(filled), key=("no", "weak", "exact").index)
        if known == "exact":
            return known
        text = _plain(message.text)
        holds = any(piece in text for word in set(text.split()) for piece in self._words.get(word, ()))
        return "exact" if holds or text in self._all_literals else known


def is_literal(piece: Piece) -> TypeGuard[str]:
    """Tell a template's literal from a capture."""
    return isinstance(piece, str)


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


def _by_rarest_word(pieces: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """File each piece under the inner word that fewest others have: a text without that word does not hold it."""
    listed = tuple(pieces)
    inner = {piece: piece.split()[1:-1] for piece in listed}
    often = Counter(word for words in inner.values() for word in set(words))
    filed: dict[str, list[str]] = {}
    for piece, words in inner.items():
        if words:
            filed.setdefault(min(words, key=lambda word: (often[word], word)), []).append(piece)
    return filed


def distinct(messages: Iterable[Message]) -> list[Message]:
    """Keep one message of each wording, digits aside."""
    seen: dict[str, Message] = {}
    for message in messages:
        seen.setdefault(re.sub(r"\d+", "0", fold(message.text)).strip(" .,:"), message)
    return list(seen.values())


def table(source: str, judged: Sequence[tuple[Message, Known]]) -> list[str]:
    """Return the Markdown rows of one source, by family and in all."""
    rows = []
    for name in (*_FAMILIES, _OTHER, None):
        part = [(one.shape, known) for one, known in judged if name is None or family(one.text) == name]
        if part:
            states = [known for _, known in part]
            exact, weak = states.count("exact"), states.count("weak")
            shapes = {shape for shape, _ in part}
            whole = len(shapes - {shape for shape, known in part if known != "exact"})
            cells = (len(part), exact, f"{exact / len(part):.1%}", weak, len(shapes), f"{whole / len(shapes):.1%}")
            label = "**all**" if name is None else name
            rows.append(f"| {source} | {label} | {' | '.join(map(str, cells))} |")
    return rows


def main() -> None:
    """Print the table, and write the unknown messages if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--list", type=Path, metavar="FILE", help="write the messages that no signature recognises")
    chosen = parser.parse_args()
    root, recogniser = package(), Recogniser()
    raised = [(one, recogniser.whole(one)) for one in distinct(python_messages(root))]
    held = [(one, recogniser.piece(one)) for one in distinct(library_messages(root))]
    print("| source | kind | distinct messages | recognised | share | pointed to (weak) | shapes | share of shapes |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    print("\n".join((*table("Python", raised), *table("libraries", held))))
    if chosen.list:
        unknown = sorted(f"{one.origin}\t{one.text}" for one, known in (*raised, *held) if known == "no")
        chosen.list.write_text("\n".join(unknown) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
