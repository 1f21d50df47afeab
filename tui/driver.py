"""The terminal as the interface reads it: what comes faster than hands is pasted, and a signal gives it back."""

import os
import select
import signal
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from msfaq.tui.bursts import Bursts
from msfaq.tui.output import Output

if TYPE_CHECKING:
    from textual.app import App

_AT_ONCE: Final = 1 << 16
_TICK: Final = 0.1
"""Seconds between looks at whether to stop, and at an Escape that nothing follows."""

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP)


class TerminalDriver(LinuxDriver):
    """Textual's driver, with `Bursts` before its parser."""

    def __init__(self, app: "App[Any]", **options: Any) -> None:
        super().__init__(app, **options)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._is_gone = False
        # Textual says that it is a file of the standard library; it only writes to it.
        output: Any = Output(cast("TextIO", self._file), self._lost)
        self._file = output
        for number in _ENDINGS:
            self._loop.add_signal_handler(number, self._leave, number)

    def run_input_thread(self) -> None:
        """Read keys until told to stop."""
        parser = XTermParser(self._debug)
        bursts = Bursts(self._read)
        while not self.exit_event.is_set():
            for piece in bursts.pieces(self._read(_TICK)):
                for event in parser.feed(piece):
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)

    def _read(self, seconds: float) -> str:
        """Return what comes within so many seconds, or an empty text; sooner when it is time to stop."""
        end = time.monotonic() + seconds
        while not self.exit_event.is_set():
            left = end - time.monotonic()
            if self._is_gone:
                time.sleep(max(0, left))
                return ""
            if not select.select([self.fileno], [], [], max(0, min(left, _TICK)))[0]:
                if left <= _TICK:
                    return ""
                continue
            try:
                data = os.read(self.fileno, _AT_ONCE)
            except OSError:
                data = b""
            if not data:
                # A terminal that was closed is readable for ever, and says nothing.
                self._is_gone = True
                self._lost()
            if text := self._decode(data):
                return text
        return ""

    def _lost(self) -> None:
        """End, from any thread, when the terminal was closed."""
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._app.exit)

    def _leave(self, number: signal.Signals) -> None:
        """End as by the key for it, so that the terminal is given back; a second signal ends at once."""
        self._loop.remove_signal_handler(number)
        self._app.exit(return_code=128 + number)
