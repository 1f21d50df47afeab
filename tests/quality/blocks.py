"""Runs the failing blocks of the book on one release and says how each ended."""

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal

from environments import Release
from packaging.specifiers import SpecifierSet

from msfaq.corpus.entry import Entry, Snippet
from msfaq.errors import InputError
from msfaq.index.signatures import SignatureIndex
from msfaq.logs.reading import read
from msfaq.promises.keep import fill_placeholders
from msfaq.promises.machine import MODULES, missing
from msfaq.promises.process import Finished, command_path, run_script, script_environment

State = Literal["known", "unknown", "clean", "absent"]

_FAILING: Final = ("fails", "warns")
_APART: Final = re.compile(r"\bos\.environ\b|putenv|multiprocessing|subprocess|\bresource\b|\bsignal\b|os\.fork")
"""Blocks that prepare the process before MindSpore comes, or start others: they get an interpreter of their own."""

_NO_SUCH_API: Final = re.compile(
    r"(?:ImportError|ModuleNotFoundError|AttributeError): .*\n?\Z"
    r"|TypeError: .*(?:unexpected keyword argument|invalid keyword argument).*\n?\Z"
)
_WARM_LIMIT: Final = 60
"""Seconds for a block in the warm interpreter; what takes longer is run by itself, with the limit it names."""

_SHOWN: Final = 160
"""Characters of a message that a table shows."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block that must fail or warn."""

    entry: Entry
    """The entry it stands in."""
    snippet: Snippet
    """The block."""

    @property
    def name(self) -> str:
        """Name by which the block is called in tables: the entry and the line."""
        return f"{self.entry.id}:{self.snippet.first_line}"

    @property
    def is_apart(self) -> bool:
        """Whether it needs an interpreter of its own."""
        return (
            self.snippet.lang != "python"
            or "mindspore" not in self.snippet.needs
            or bool(_APART.search(self.snippet.code))
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a block ended on one release."""

    state: State
    """``known``: recognised by a signature of its entry; ``unknown``: failed otherwise; ``clean``: nothing happened;
    ``absent``: the release or the machine lacks what the block uses."""
    templates: frozenset[str]
    """The entry's signatures that matched."""
    misdated: bool
    """Whether all of those say that they belong to other releases."""
    message: str
    """What was said, shortened; empty for what is known."""


def failing_blocks(entries: Iterable[Entry]) -> Iterator[Block]:
    """Yield the blocks that must fail or warn, in the order of the entries."""
    for entry in entries:
        for snippet in entry.snippets:
            if snippet.promise in _FAILING and not snippet.destructive:
                yield Block(entry, snippet)


class Runner:
    """One release, with a warm interpreter that forks a child for each block.

    A block that did not end as the book says is run again in an interpreter of its own, so that what is reported is
    never the fork's doing.
    """

    def __init__(self, release: Release, signatures: SignatureIndex, kept: Path | None = None) -> None:
        self._release = release
        self._signatures = signatures
        self._kept = Kept(kept, release.version) if kept else None

    def __enter__(self) -> "Runner":
        modules = sorted(MODULES.values())
        self._warm = subprocess.Popen(
            [self._release.python, str(Path(__file__).with_name("zygote.py")), "mindspore", *modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=script_environment(self._release.python),
            text=True,
        )
        ready = self._answer()
        self._modules = frozenset(ready["modules"])
        self._is_warm = not ready["fault"]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for stream in (self._warm.stdin, self._warm.stdout):
            if stream is not None:
                stream.close()
        self._warm.wait()

    def verdict(self, block: Block) -> Verdict:
        """Run a block and judge it."""
        if lacking := self._lacking(block.snippet.needs):
            return Verdict("absent", frozenset(), False, f"no {lacking} here")
        code = fill_placeholders(block.entry, block.snippet.code)
        finished = self._kept.read(code) if self._kept else None
        if finished is None:
            finished = self._run(block, code)
            if self._kept:
                self._kept.write(code, finished)
        return self._judge(block, finished)

    def _run(self, block: Block, code: str) -> Finished:
        if self._is_warm and not block.is_apart:
            finished = self._forked(code, min(_WARM_LIMIT, block.snippet.timeout))
            if self._judge(block, finished).state == "known":
                return finished
        return self._alone(block.snippet, code)

    def _lacking(self, needs: tuple[str, ...]) -> str:
        for need in needs:
            if need in MODULES and MODULES[need] not in self._modules:
                return need
            if need == "msrun" and not shutil.which("msrun", path=command_path(self._release.python)):
                return need
        return missing(tuple(need for need in needs if need not in MODULES and need != "msrun"))

    def _alone(self, snippet: Snippet, code: str) -> Finished:
        python = self._release.python
        command, name = ([python], "train.py") if snippet.lang == "python" else (["bash"], "snippet.sh")
        return run_script(command, code, name, timeout=snippet.timeout, python=python)

    def _forked(self, code: str, timeout: int) -> Finished:
        with tempfile.TemporaryDirectory(prefix="msfaq-", ignore_cleanup_errors=True) as folder:
            home = Path(folder, "work")
            home.mkdir()
            script, output = home / "train.py", Path(folder, "output")
            script.write_text(code, "utf-8")
            order = {"script": str(script), "output": str(output), "timeout": timeout}
            assert self._warm.stdin is not None
            print(json.dumps(order), file=self._warm.stdin, flush=True)
            ended = self._answer()
            written = output.read_bytes() if output.exists() else b""
            return Finished(ended["code"], written.decode("utf-8", "replace"), ended["timed_out"])

    def _answer(self) -> Any:
        assert self._warm.stdout is not None
        line = self._warm.stdout.readline()
        if not line:
            raise SystemExit(f"the interpreter of {self._release.version} ended: {self._release.python}")
        return json.loads(line)

    def _judge(self, block: Block, finished: Finished) -> Verdict:
        templates = self._own_templates(block.entry, finished.output)
        failed = finished.code != 0
        # What only warns on one release may end the program on another: the wording is what is compared.
        has_kept = (failed or block.snippet.promise == "warns") and not finished.timed_out
        if has_kept and (templates or not block.entry.signatures):
            ranges = [s.versions for s in block.entry.signatures if s.match in templates]
            misdated = bool(ranges) and not any(covers(held, self._release.version) for held in ranges)
            return Verdict("known", templates, misdated, "")
        if finished.timed_out:
            return Verdict("unknown", templates, False, f"still running after {block.snippet.timeout} s")
        if not failed:
            return Verdict("clean", templates, False, "")
        state: State = "absent" if _NO_SUCH_API.search(finished.output.rstrip() + "\n") else "unknown"
        return Verdict(state, templates, False, said(finished))

    def _own_templates(self, entry: Entry, output: str) -> frozenset[str]:
        """Return the entry's signatures that matched; none when a signature of another entry stands before them."""
        try:
            hits = self._signatures.find(read(output).text)
        except InputError:
            return frozenset()
        own = frozenset(hit.template for hit in hits if hit.entry_id == entry.id)
        return own if own and hits[0].entry_id in (entry.id, *entry.overlaps) else frozenset()


class Kept:
    """How blocks ended on a release, kept in a folder: a change of signatures needs no run."""

    def __init__(self, folder: Path, version: str) -> None:
        self._folder = folder / version
        self._folder.mkdir(parents=True, exist_ok=True)

    def read(self, code: str) -> Finished | None:
        """Return how this very code ended, if it has been run."""
        file = self._file(code)
        return Finished(**json.loads(file.read_text("utf-8"))) if file.exists() else None

    def write(self, code: str, finished: Finished) -> None:
        """Keep how a code ended."""
        self._file(code).write_text(json.dumps(asdict(finished), ensure_ascii=False, indent=1), "utf-8")

    def _file(self, code: str) -> Path:
        return self._folder / f"{hashlib.sha256(code.encode()).hexdigest()[:24]}.json"


def said(finished: Finished) -> str:
    """Return the line of an output that says most, shortened, or how the script ended if it said nothing."""
    try:
        lines = read(finished.output).key_lines
    except InputError:
        lines = ()
    text = lines[0].text if lines else f"exit code {finished.code}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def covers(versions: str, release: str) -> bool:
    """Tell whether a range of the book holds a release."""
    return versions == "all" or SpecifierSet(versions).contains(release, prereleases=True)
