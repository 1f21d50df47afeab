"""Finds what can be typed into a shell among the code spans of a text."""

from collections.abc import Callable
from typing import Final

import re2

from msfaq.answers.items import items, section
from msfaq.corpus.entry import Entry, Snippet

_SPAN: Final = re2.compile(r"`([^`\n]+)`")
_PROGRAMS: Final = (
    "apt apt-get asys awk bash cache_admin cat cd chmod chown cmake conda converter_lite curl dd df dmesg "
    "dataset-cache dnf docker echo env export find free gcc gdb getent git grep hccn_tool hostname htop ifconfig "
    "ip ipcs kubectl ldconfig ldd ln ls lscpu lsof lspci make md5sum mindinsight mkdir mpirun msaccucmp msprobe msprof "
    "msrun nc netstat nm npu-smi nproc numactl nvcc nvidia-smi objdump patchelf ping pip pip3 protoc ps pwd "
    "py-spy python python3 ray readelf rsync scp sed set sh sha256sum source ss ssh stat strace strings sudo "
    "systemctl tail tar taskset tee telnet top touch ulimit umask uname unset unzip vim wget which whereis "
    "xcode-select yum zip"
)
"""Programs whose calls are given on their own; what ends, moves or deletes something stays in the steps around it."""

_COMMAND: Final = re2.compile(
    rf"^(?:(?:{'|'.join(_PROGRAMS.split())})(?: \S|$)|\./\S|(?:export )?[A-Z][A-Z0-9_]{{2,}}=\S)"
)
_HARMS: Final = re2.compile(r"\breset\b|\bprune\b|--purge|\buninstall\b|\bkill\b|\brm\b")
_CHANGES: Final = re2.compile(
    r"^(?:export|unset|set|source|sudo|apt|yum|dnf|conda|cd|mkdir|touch|tee|ln|msrun|mpirun)\b|\binstall\b"
)
"""What sets or installs something."""

_ASSIGNED: Final = re2.compile(r"^[A-Z][A-Z0-9_]{2,}=\S*$")
_BARE: Final = frozenset(("nvcc", "nvidia-smi", "npu-smi", "lscpu", "nproc", "uname", "top", "htop", "ipcs"))
"""Programs that say something without an argument; the others are only named when they stand alone."""

_LACKING: Final = re2.compile(
    r"^(?:(?:cat|curl|ldd|mkdir|nm|scp|ssh|sudo|tar|touch|wget) -+\w+|chmod \d{3}|grep \w+|git (?:bisect|clone|lfs)"
    r"|docker (?:build|exec|pull|run)|conda (?:activate|create|install)"
    r"|(?:sudo )?(?:python3? -m )?pip3?(?: (?:download|install))?)$"
)
"""A call that does nothing, or asks for more, for want of what it is to be done with: it is named, not given."""

_SENTENCE: Final = re2.compile(r"[.;:!?]\s|[。；：！？\n]")
_WARNS: Final = re2.compile(
    r"(?i)\b(?:not|never|no longer|without|instead of|rather than|removed|don't|ignored|has no effect)\b"
    r"|不要|别|不再(?:[^需]|$)|无效|没有(?:这|用|效)|已(?:删除|移除|废弃)|而不是|不能|不会|切勿"
)
"""What a sentence has that speaks of a command which is not to be given."""

_SHELLS: Final = ("bash", "sh", "shell", "console", "powershell")
_SECTIONS: Final = ("fix", "look", "verify", "otherwise")


def commands(
    entry: Entry, lang: str, *, reading: bool = False, about: Callable[[str], bool] = lambda text: False
) -> tuple[str, ...]:
    """Return the shell commands that an entry's steps name, in order; those of its shell blocks are not among them.

    ``reading`` leaves out what sets or installs something: the wish is to look. Where steps that are ``about`` what
    was asked name any, only these are returned.
    """
    found, asked = list[str](), list[str]()
    blocks = "\n".join(one.code for one in entry.snippets if is_shell(one) and not one.destructive)
    for key in _SECTIONS:
        part = section(entry, lang, key)
        for item in items(part) if part is not None else ():
            named = [one for one in commands_in(item.text) if not (reading and _CHANGES.search(one))]
            found += [one for one in named if one not in blocks]
            asked += named if about(item.text) else ()
    return tuple(dict.fromkeys(asked or found))


def commands_in(markdown: str) -> list[str]:
    """Return the code spans of a text that are commands; a variable with its value is exported.

    >>> commands_in("`npu-smi info`, `GLOG=1`; not `pip`, `python -m pip install`, `loss=nan`. `kill -9 1` stays.")
    ['npu-smi info', 'export GLOG=1']
    """
    found = []
    for sentence in _SENTENCE.split(markdown):
        for span in _SPAN.finditer(sentence):
            text = span[1].strip()
            is_whole = (" " in text or "=" in text or text in _BARE) and not _LACKING.search(text)
            warned = _WARNS.search(_SPAN.sub("", sentence[: span.start()])) is not None
            if is_whole and "…" not in text and not warned and _COMMAND.search(text) and not _HARMS.search(text):
                found.append(f"export {text}" if _ASSIGNED.search(text) else text)
    return found


def is_shell(snippet: Snippet) -> bool:
    """Tell whether a code block is for a shell."""
    return snippet.lang in _SHELLS
