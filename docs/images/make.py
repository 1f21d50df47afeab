"""Draws the pictures of the README: ``python docs/images/make.py``."""

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from msfaq import Engine
from msfaq.render.document import diagnosis_markdown
from msfaq.render.terminal import document

HERE = Path(__file__).parent
QUESTION = "Out of Memory!!! total[3212254720] (dynamic[0] memory poll[524288000]) malloc[32611480064] failed!"
LINES = 34
"""Lines of the answer that are shown."""


def draw(lang: str) -> None:
    """Write the picture of an answer in one language."""
    with Engine() as engine:
        text = diagnosis_markdown(engine.lookup(QUESTION, lang=lang))
    console = Console(width=96, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    with console.capture() as captured:
        console.print(document(text))
    shown = "\n".join(captured.get().split("\n")[:LINES])
    canvas = Console(record=True, width=96, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    canvas.print(Text.from_ansi(f"$ msfaq --lang {lang} < train.log\n\n{shown}"))
    canvas.save_svg(str(HERE / f"answer.{lang}.svg"), title="msfaq", theme=MONOKAI)


if __name__ == "__main__":
    for each in ("zh", "en"):
        draw(each)
