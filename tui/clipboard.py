"""Puts text on the clipboard: the terminal's own (OSC 52, works over SSH) and the machine's, where it has one."""

import asyncio
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from textual.app import App

_SECONDS: Final = 2.0
"""Time for a clipboard program: one without a display may hang."""


async def copy(app: App[Any], text: str) -> str:
    """Copy ``text`` both ways; return the name of the machine's clipboard program that took it, or nothing."""
    app.copy_to_clipboard(text)
    for command in programs(os.environ):
        if await _feed(command, text):
            return command[0]
    return ""


def programs(env: Mapping[str, str]) -> Iterator[Sequence[str]]:
    """Yield the clipboard programs that this machine has and this environment can reach."""
    wanted: list[Sequence[str]] = []
    if env.get("WAYLAND_DISPLAY"):
        wanted.append(("wl-copy",))
    if env.get("DISPLAY"):
        wanted += [("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input")]
    if env.get("TMUX"):
        # -w hands it on to the outer terminal; without it the text can be pasted with tmux's own key.
        wanted.append(("tmux", "load-buffer", "-w", "-"))
    wanted += [("pbcopy",), ("clip.exe",)]
    return (command for command in wanted if shutil.which(command[0], path=env.get("PATH")))


async def _feed(command: Sequence[str], text: str) -> bool:
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return False
    try:
        await asyncio.wait_for(process.communicate(text.encode()), _SECONDS)
    except (asyncio.TimeoutError, OSError):
        if process.returncode is None:
            process.kill()
            await process.wait()
        return False
    return process.returncode == 0
