"""Writes a file whole or not at all: aside first, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_aside(file: Path, *, prefix: str = "", suffix: str = "") -> Iterator[Path]:
    """Yield the path of an empty file in the folder of ``file``, whose place it takes if the block ends well.

    Readers find the old file or the new one, whenever the process is killed. ``prefix`` and ``suffix`` are those of the
    name meanwhile, by default one that is hidden and tells which file it is for. Only its owner may read it. Raises
    OSError, also where the folder is not there.
    """
    # Imported here: it takes its time, and most commands write nothing.
    from tempfile import mkstemp

    handle, name = mkstemp(prefix=prefix or f".{file.name}-", suffix=suffix, dir=file.parent)
    os.close(handle)
    aside = Path(name)
    try:
        yield aside
        aside.replace(file)
    finally:
        aside.unlink(missing_ok=True)
