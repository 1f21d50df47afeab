"""What the tests share: a cache of their own, one engine over the shipped book, small books in a folder."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from msfaq.cli.main import main
from msfaq.engine import Engine

# A busy machine is no failure: nothing here is held to a time.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# A shell starts what runs in its background with the keyboard's signals ignored, and every process
# started from there inherits that: the commands under test would sleep through an interrupt.
for _name in ("SIGINT", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGHUP"):
    if signal.getsignal(signal.Signals[_name]) is signal.SIG_IGN:
        signal.signal(signal.Signals[_name], signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)

EXAMPLE = """\
---
id: {id}
kind: error
area: operators
title:
  zh: {id} 出错
  en: The {id} went wrong
asks:
  zh: [小部件坏了, 小部件不转, 小部件怎么修]
  en: [the {id} does not turn, how to mend a {id}, {id} stuck]
signatures:
  - match: "{message}"
rejects: ["nothing like it at all"]
readout:
  - zh: 大小是 {{size}}。
    en: The size is {{size}}.
platforms: [any]
modes: [any]
sources:
  - name: own
---

# 中文

## 现象

它停了。

## 原因

没有油。

## 处理办法

1. 加油。

## 如何确认

它转了。

## 如果不是这个原因

看别处。

# English

## What happened

It stopped.

## Why

No oil.

## How to fix it

1. Oil it.

## How to check

It turns.

## When it is something else

Look elsewhere.

# Code

## 加油 / Oil it

```python runs
print("oiled")
```
"""


_CHOICES = ("MSFAQ_ENTRIES", "MSFAQ_MODEL", "MSFAQ_KEEP_UNANSWERED")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests out of the user's cache and data, and the locale out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MSFAQ_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("MSFAQ_DATA", str(tmp_path_factory.mktemp("data")))
        for name in [name for name in os.environ if name in _CHOICES or name.startswith("MSFAQ_CHAT_")]:
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.delenv("NO_COLOR", raising=False)
        yield


@pytest.fixture(scope="session")
def engine(_own_cache: None) -> Iterator[Engine]:
    """Return an engine over the shipped book."""
    with Engine() as opened:
        yield opened


@pytest.fixture
def small_book(tmp_path: Path) -> Path:
    """Return a folder of entries with one entry, ``widget``."""
    folder = tmp_path / "entries"
    (folder / "operators").mkdir(parents=True)
    text = EXAMPLE.format(id="widget", message="The widget of size {size:bytes} broke")
    (folder / "operators" / "widget.md").write_text(text, "utf-8")
    return folder


Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run_msfaq(tmp_path: Path) -> Run:
    """Return a function that runs the installed command for real, in an empty folder."""

    def run(*arguments: str, stdin: bytes = b"", **env: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [str(Path(sys.executable).with_name("msfaq")), *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **env},
            timeout=600,
            check=False,
        )

    return run


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of the test's own, for this process and the commands it runs."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MSFAQ_DATA", str(folder))
    return folder


Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Return a function that calls the command within this process: exit code, stdout, stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run
