"""What the status screen tells: versions, the index, the files, the terminal."""

import platform
import time
from importlib.metadata import PackageNotFoundError, version

from textual.app import App

from msfaq.tui.folders import session_file, settings_file
from msfaq.tui.library import IndexFacts
from msfaq.tui.words import word
from msfaq.version import VERSION


def rows(facts: IndexFacts | None, app: "App[object]", lang: str) -> list[tuple[str, str]]:
    """Return label and value of each row; those of the index only once it is open."""
    found = {
        "msfaq": VERSION,
        # Read from the package's own record: importing MindSpore takes seconds and may start a device.
        "mindspore": _installed(("mindspore", "mindspore-ascend", "mindspore-gpu"), lang),
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "textual": _installed(("textual",), lang),
        "machine": f"{platform.system()} {platform.release()}, {platform.machine()}",
    }
    if facts is not None:
        meta = facts.meta
        model = word("dimensions", lang, model=meta["model"], dim=meta["dim"], digest=meta["model_digest"])
        found |= {
            "entries": meta["entries"],
            "guides": meta["guides"],
            "model": model,
            "built": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(int(meta["built"]))),
            "place": word("in memory", lang) if facts.place == "memory" else facts.place,
            "size": f"{facts.size / 2**20:.1f} MiB",
            "stamp": meta["stamp"],
        }
    size = app.size
    colours = app.console.color_system or "-"
    found |= {
        "settings": str(settings_file()),
        "session": str(session_file()),
        "terminal": f"{size.width}×{size.height}, {app.console.encoding}, {colours}",
    }
    return [(word(f"row {name}", lang), value) for name, value in found.items()]


def _installed(names: tuple[str, ...], lang: str) -> str:
    for name in names:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return word("absent", lang)
