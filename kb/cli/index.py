"""``msfaq index status|build``: says what lies in the cache, or builds it anew."""

import argparse
import time

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_text
from msfaq.engine import Engine


def index(arguments: argparse.Namespace) -> Exit:
    """Look after the index."""
    with Engine(talk=say) as engine:
        if arguments.action == "build":
            started = time.perf_counter()
            engine.rebuild()
            say(f"built in {time.perf_counter() - started:.1f} s")
        meta = engine.store.meta()
        built = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(int(meta["built"])))
        rows = {
            "place": engine.store.place,
            "entries": meta["entries"],
            "guides": meta["guides"],
            "model": f"{meta['model']} ({meta['dim']} dimensions, {meta['model_digest']})",
            "built": built,
            "stamp": meta["stamp"],
        }
    write_text("\n".join(f"{key:8} {value}" for key, value in rows.items()))
    return Exit.ANSWERED
