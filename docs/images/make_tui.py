"""Draws the pictures of the terminal interface: ``python docs/images/make_tui.py``."""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from msfaq import Engine
from msfaq.tui.app import MsfaqApp
from msfaq.tui.settings import Settings

HERE = Path(__file__).resolve().parent
LOG = """\
[INFO] epoch 1 step 10
Traceback (most recent call last):
  File "train.py", line 42, in <module>
    model.train(10, dataset)
RuntimeError: Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'.
------------------------------------------------------------------
- Dataset Pipeline Error Message:
------------------------------------------------------------------
[ERROR] The 'source' should return same number of NumPy arrays as specified in column_names, \
the size of column_names is:1 and number of returned NumPy array is:2
"""

RUN = "run"
"""Stands for a folder with a log per rank."""

OOM = "Out of Memory!!! total[3212254720] (dynamic[0] memory poll[524288000]) malloc[32611480064] failed!"
TRACE = f'Traceback (most recent call last):\n  File "train.py", line 7, in <module>\n    net(x)\nRuntimeError: {OOM}\n'
WAITED = "RuntimeError: EI0006: Getting socket times out. Reason: remote rank did not send data in time\n"

PICTURES = (
    ("tui-search", "en", (120, 34), "msfaq-dark", LOG, ()),
    ("tui-search", "zh", (120, 34), "msfaq-dark", LOG, ()),
    ("tui-narrow", "zh", (80, 24), "msfaq-dark", LOG, ()),
    ("tui-narrow", "en", (80, 24), "msfaq-contrast", LOG, ()),
    ("tui-wide", "zh", (180, 44), "msfaq-light", LOG, ("enter",)),
    ("tui-entries", "en", (120, 34), "msfaq-light", "", ("f3",)),
    ("tui-chat", "zh", (100, 30), "msfaq-dark", "", ("f5", *"nan", "enter")),
    ("tui-checklist", "zh", (120, 32), "msfaq-light", "", ("f7",)),
    ("tui-log", "en", (140, 40), "msfaq-light", RUN, ()),
    ("tui-help", "zh", (100, 36), "msfaq-dark", "", ("f1",)),
)
"""Name, language, size, theme, question and keys of each picture."""


async def draw(name: str, lang: str, size: tuple[int, int], theme: str, question: str, keys: tuple[str, ...]) -> None:
    """Write one picture."""
    with Engine() as engine, TemporaryDirectory() as folder:
        os.chdir(folder)
        logs = (write_run(),) if question == RUN else ()
        app = MsfaqApp(engine, "" if logs else question, settings=Settings(lang=lang, theme=theme), logs=logs)
        async with app.run_test(size=size) as pilot:
            await rest(app, pilot)
            await pilot.press(*keys)
            await rest(app, pilot)
            # Renderers other than browsers drop blanks at the edge of a run without this.
            text = app.export_screenshot().replace("<text ", '<text xml:space="preserve" ')
            # As many characters as the folder's own name has, which the widths in the picture are made for.
            text = text.replace(folder, "~/resnet50"[: len(folder)].ljust(len(folder)))
    (HERE / f"{name}.{lang}.svg").write_text(text, "utf-8")


def write_run() -> str:
    """Write a folder with a log per rank; return its name."""
    Path(RUN).mkdir()
    for rank in range(3):
        failed = TRACE if rank == 1 else WAITED
        Path(RUN, f"rank_{rank}.log").write_text("[INFO] epoch 1 step 10\n" * 30 + failed, "utf-8")
    return RUN


async def rest(app: MsfaqApp, pilot: "Pilot[None]") -> None:
    """Wait until nothing is asked or drawn any more."""
    for _ in range(5):
        await pilot.pause(0.2)
        await app.workers.wait_for_complete()
    await pilot.pause()


if __name__ == "__main__":
    for picture in PICTURES:
        asyncio.run(draw(*picture))
