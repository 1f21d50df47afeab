"""The shapes of Python tracebacks and MindSpore messages, line by line."""

from dataclasses import replace
from typing import Final

import re2

from msfaq.logs.failure import Frame, Line, Section

INTRODUCTIONS: Final = ("Exception in thread ", "Exception ignored in", "Error in atexit", "Error in sys.excepthook")
"""What Python prints before a traceback that ended no program: of a thread, of a clean-up."""

TRACEBACK_START: Final = ("Traceback (most recent call last)", "Exception Group Traceback (most recent call last)")

EXCEPTION_LINE: Final = re2.compile(
    r"(?P<name>(?:[A-Za-z_]\w*\.)*(?:[A-Z][A-Za-z_]*"
    r"(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Timeout)|(?:Base)?ExceptionGroup))(?:: ?(?P<message>.*))?$"
)
"""The last line of a traceback: a class name ending like one, then the message."""

WARNING_LINE: Final = re2.compile(r"\S+:\d+: (?:[\w.]+\.)?\w*Warning: ")
"""What Python's warnings print; they tell of no failure."""

CRASH_LINE: Final = re2.compile(
    r"(?:Segmentation fault|Bus error|Floating point exception|Illegal instruction|Aborted)(?: \(core dumped\))?$"
    r"|.*\b(?:Segmentation fault|Bus error|Aborted|Illegal instruction) +\(core dumped\)"
    r"|(?:.*: line \d+: +\d+ |\[\d+\]\+? +\d* *)?Killed\b(?: |$)"
    r"|.*: line \d+: +\d+ (?:Segmentation fault|Bus error|Aborted|Illegal instruction|Floating point exception)\b"
    r"|zsh: (?:segmentation fault|bus error|abort|killed|illegal hardware instruction|floating point exception)\b"
    r"|srun: error: .*: tasks? [\d,\-]+: (?:Segmentation fault|Bus error|Aborted|Killed|Out Of Memory)"
    r"|slurmstepd: error: .*oom[_-]kill"
    r"|Fatal Python error: "
    r"|terminate called (?:after throwing|without an active)"
    # Other shells, other languages of the C library, and the window in which a development environment runs a program.
    r"|\[\d+\][ +\-]+\d+ (?:segmentation fault|bus error|abort|killed|illegal hardware instruction"
    r"|floating point exception)\b"
    r"|fish: (?:Job|Process) \d+, .*\bterminated by signal SIG[A-Z]+"
    r"|timeout: the monitored command dumped core"
    r"|(?:段错误|总线错误|已放弃|已中止|已杀死|非法指令|浮点数例外)(?: ?[(（](?:核心已转储|吐核|core dumped)[)）])?$"
    r"|.*: (?:行 ?\d+|第 ?\d+ ?行)[:：] +\d+ (?:段错误|总线错误|已放弃|已中止|已杀死|非法指令|浮点数例外)"
    r"|Process finished with exit code \d+ \(interrupted by signal \d+[:：] ?SIG[A-Z]+\)"
    r"|\*\*\* (?:SIG[A-Z]+ |Aborted at |Process received signal)"
    r"|(?:free|malloc|munmap_chunk|realloc)\(\): (?:invalid|corrupted|double free)|double free or corruption"
    r"|.*\b(?:oom-kill:|Out of memory: Kill(?:ed)? process)"
    r"|[\w./+\-]*python[\d.]*: (?:can't open file |No module named |can't find '__main__')"
    r"|[\w./\-]+: error: (?:the following arguments are required|unrecognized arguments|ambiguous option"
    r"|one of the arguments|argument [\w/,\- ]+: )"
    r"|.*\berror while loading shared libraries: "
)
"""What the runtime, the shell or the kernel prints when a process is ended, or cannot begin, without a traceback."""

_FRAME: Final = re2.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d{1,8})(?:, in (?P<function>\S+))?')
_GRAPH_FRAME: Final = re2.compile(r"#? ?(?:\d+ )?In file (?P<file>[^ :(]+)[:(](?P<line>\d{1,8})")
_DASHES: Final = re2.compile(r"-{20,}$")
_TITLE: Final = re2.compile(r"- ?(?P<title>[A-Z][\w+ \-]{2,60}?)(?: ?\([^)]*\))?: ?(?:\([^)]*\))?$")

INSTALLED: Final = (
    *("site-packages", "dist-packages", "/lib/python", "\\lib\\python", "<frozen", "<string>", "<__array"),
    *(".pyx", ".pxi"),
    # The framework itself, wherever it was unpacked or checked out.
    *(f"/mindspore/{part}" for part in ("__init__.py", "_", "common/", "communication/", "dataset/", "graph/")),
    *(f"/mindspore/{part}" for part in ("mint/", "nn/", "ops/", "parallel/", "run_check/", "train/serialization.py")),
)
"""Parts of a path that tell an installed package or the interpreter from the user's own code."""

_LONGEST_QUOTE: Final = 300
"""Lines after which the end of a quoted traceback is no longer looked for."""

_TENSOR: Final = re2.compile(r"[/\\]mindspore[/\\]common[/\\](?:tensor|_stub_tensor)\.py$")
"""Where the framework keeps what it can tell of a tensor."""

_READING: Final = frozenset(
    (
        *("__str__", "__repr__", "__bool__", "__float__", "__int__", "__index__", "__len__", "__format__", "__array__"),
        *("asnumpy", "numpy", "item", "tolist", "get_bytes", "_data_ptr", "data_ptr"),
        *("shape", "dtype", "ndim", "size", "nbytes", "itemsize", "strides"),
        *("stub_sync", "stub_shape", "stub_dtype"),
    )
)
"""Its functions that wait for the tensor's value or shape and compute nothing (2.10, common/tensor.py)."""

_OPERATORS_OWN: Final = re2.compile(
    r"^mindspore/(?:\S*/)?(?:ops|pynative|runtime|kernel|plugin|device)/\S+\.(?:cc|h):\d+ "
)
"""A place of the C++ stack in an operator or what launches it; what reading itself finds wrong comes from elsewhere."""

_STARTER: Final = re2.compile(r"/bin/[^./\\]+$")
"""A script that an installed package put beside the interpreter: ``/usr/local/bin/msrun``."""


def frame_at(lines: list[Line], at: int) -> Frame | None:
    """Return the frame that line ``at`` names, with the source line beneath it if it is shown."""
    text = lines[at].text
    found = _FRAME.search(text) or (_GRAPH_FRAME.match(text) if "In file" in text else None)
    if found is None:
        return None
    groups = found.groupdict()
    code = ""
    if at + 1 < len(lines) and lines[at + 1].indent > lines[at].indent and not lines[at + 1].is_record:
        code = lines[at + 1].text
    return Frame(groups["file"], int(groups["line"]), groups.get("function") or "", code)


def is_library_source(lines: list[Line], at: int) -> bool:
    """Tell whether line ``at`` is source of an installed package, as a traceback shows it beneath its frame."""
    if at == 0 or lines[at].indent <= lines[at - 1].indent or lines[at].is_record:
        return False
    found = _FRAME.search(lines[at - 1].text)
    return found is not None and any(part in found["file"] for part in INSTALLED)


def is_own(frame: Frame) -> bool:
    """Tell whether a frame is in the user's own code."""
    return not any(part in frame.file for part in INSTALLED) and _STARTER.search(frame.file) is None


def own_frame(lines: list[Line], operator: str = "") -> Frame | None:
    """Return the user's own frame nearest to the failure: the last one in no installed package.

    An operator, named by ``operator`` or by the C++ stack, that failed while the framework read a tensor was started
    before: PyNative hands operators out and goes on, and what they say comes up where a result is first needed.
    """
    frames = [frame for at in range(len(lines)) if (frame := frame_at(lines, at)) is not None]
    own = next((frame for frame in reversed(frames) if is_own(frame)), None)
    if own is None or own is frames[-1]:
        return own
    last = frames[-1]
    is_reading = _TENSOR.search(last.file) is not None and last.function in _READING
    # Not every message names its operator.
    is_late = is_reading and (operator or any(_OPERATORS_OWN.match(line.text) is not None for line in lines))
    return replace(own, is_late=True) if is_late else own


def is_rule(line: Line) -> bool:
    """Tell whether a line is a rule of dashes, the border of a section."""
    return _DASHES.match(line.text) is not None


def end_of_quote(lines: list[Line], at: int) -> int:
    """Return the index behind what a section quotes whose first line, line ``at``, begins a traceback; else ``at``.

    Such a section quotes what another thread or process raised, with all of its chain, up to the next rule. Where the
    message was cut off before that, one traceback is quoted.
    """
    if at < 2 or not lines[at].text.startswith(TRACEBACK_START) or not _heads_section(lines, at):
        return at
    reach = range(at + 1, min(len(lines), at + _LONGEST_QUOTE))
    cut = next((end for end in reach if lines[end].is_record), reach.stop)
    rule = next((end for end in reach if end < cut and is_rule(lines[end])), None)
    last = next((end for end in reach if lines[end].indent == 0 and EXCEPTION_LINE.match(lines[end].text)), at - 1)
    return last + 1 if rule is None else rule


def _heads_section(lines: list[Line], at: int) -> bool:
    return is_rule(lines[at - 1]) and _TITLE.match(lines[at - 2].text) is not None


def quoted_exception(lines: list[Line]) -> str:
    """Return the last exception of the tracebacks that a message quotes, name and message; or nothing.

    ``lines`` are the message's, from the line of its own exception on.
    """
    is_quoting, found = False, ""
    for line in lines:
        if TRACEBACK_START[0] in line.text:
            is_quoting = True
        elif is_rule(line):
            is_quoting = False
        elif is_quoting and line.indent == 0 and EXCEPTION_LINE.match(line.text) is not None:
            found = line.text
    return found


def sections_in(lines: list[Line]) -> tuple[Section, ...]:
    """Return the dashed sections among the lines, in order."""
    starts = [
        (at, _TITLE.match(line.text).group("title").strip())
        for at, line in enumerate(lines)
        if line.text.startswith("-") and at > 0 and is_rule(lines[at - 1]) and _TITLE.match(line.text)
    ]
    found = []
    for which, (at, title) in enumerate(starts):
        end = starts[which + 1][0] if which + 1 < len(starts) else len(lines)
        body = [line.text for line in lines[at + 1 : end] if not is_rule(line)]
        found.append(Section(title, "\n".join(body), lines[at].number))
    return tuple(found)
