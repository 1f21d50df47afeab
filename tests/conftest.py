"""What the tests share: a cache of their own, one engine over the shipped book, small books in a folder."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
def _own_cache(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[None]:
    """Keep the tests out of the user's cache and data, and the locale out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        cache = tmp_path_factory.mktemp("cache")
        patch.setenv("MSFAQ_CACHE", str(cache))
        patch.setenv("MSFAQ_DATA", str(tmp_path_factory.mktemp("data")))
        for name in [name for name in os.environ if name in _CHOICES or name.startswith("MSFAQ_CHAT_")]:
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.delenv("NO_COLOR", raising=False)
        with _index_kept(cache, pytestconfig):
            yield


@contextmanager
def _index_kept(cache: Path, config: pytest.Config) -> Iterator[None]:
    """Begin with the index that an earlier run built of the same sources, and leave it to the next one."""
    if not hasattr(config, "cache") or config.cache is None:
        yield
        return
    kept = config.cache.mkdir(f"index-{_sources()}")
    for file in kept.glob("*.sqlite"):
        shutil.copy2(file, cache)
    yield
    if not any(kept.iterdir()) and any(cache.iterdir()):
        for old in kept.parent.glob("index-*"):
            if old != kept:
                shutil.rmtree(old, ignore_errors=True)
        with Engine() as built:
            file = Path(built.store.place)
        # Two workers may end at once: each writes a file of its own, and the last one stays.
        begun = kept / f"{os.getpid()}.part"
        shutil.copy2(file, begun)
        begun.replace(kept / file.name)


def _sources() -> str:
    """Return a digest of what an index is built by: its own tables are no part of the stamp on it."""
    digest = hashlib.sha256()
    for file in sorted((Path(__file__).parents[1] / "index").rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


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
