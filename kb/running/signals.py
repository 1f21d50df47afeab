"""Signals while a command runs: they are the command's, and we live until it has ended."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

_PASSED_ON: Final = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGUSR1,
    signal.SIGUSR2,
)
"""Signals that end a program or mean something to it; a scheduler announces the end of a slot with the last two."""

_STOPPING: Final = signal.SIGTSTP
_WATCHED: Final = frozenset({*_PASSED_ON, _STOPPING, signal.SIGCONT, signal.SIGWINCH, signal.SIGCHLD})

_SETTLING: Final = 0.05
"""Seconds after which a stopped command is looked at again: continuing a group reaches us before the command."""


class Signals:
    """Takes the signals of this process from the moment it is made, and hands them on once the command runs.

    The command shares our process group: what the terminal sends (Ctrl-C, Ctrl-Z) reaches it without us, and only what
    a process sends to us alone is passed on. A signal that was ignored stays so, for the command too (nohup).
    """

    def __init__(self) -> None:
        self._old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        # A parent that ignores SIGCHLD leaves that to us, and then the command's exit code would be lost.
        self._old_child = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._ignored = frozenset(s for s in _WATCHED if signal.getsignal(s) == signal.SIG_IGN)
        self._waited = _WATCHED - self._ignored
        signal.pthread_sigmask(signal.SIG_BLOCK, self._waited)
        self._pid = 0
        self.interrupted = False
        """Whether someone asked for the end with SIGINT."""

    def give_back(self) -> None:
        """Undo, in the command's process, what was done here; between fork and exec."""
        signal.signal(signal.SIGCHLD, self._old_child)
        signal.pthread_sigmask(signal.SIG_SETMASK, self._old_mask)

    @contextmanager
    def as_before(self) -> Iterator[None]:
        """Let signals act as before within the block, and so for a process that is started in it."""
        masked = signal.pthread_sigmask(signal.SIG_SETMASK, self._old_mask)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)

    def pass_on(self, pid: int, resized: Callable[[], None], changed: Callable[[], None]) -> None:
        """Hand signals on to the process ``pid`` from here on.

        ``resized`` is called before a change of the window's size is passed on, ``changed`` when a child has ended or
        stopped; both from another thread.
        """
        self._pid = pid
        threading.Thread(target=self._wait, args=(resized, changed), daemon=True, name="msfaq signals").start()

    def die(self, number: int) -> None:
        """End this process by the signal, without a core file of our own; returns only if that cannot be done."""
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            # SIGKILL cannot be set, and need not be.
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)

    def _wait(self, resized: Callable[[], None], changed: Callable[[], None]) -> None:
        while True:
            info = signal.sigwaitinfo(self._waited)
            number = info.si_signo
            from_process = info.si_code <= 0
            if number == signal.SIGCHLD:
                if self._is_stopped():
                    self._stop()
                changed()
            elif number == signal.SIGWINCH:
                resized()
                self._send(number)
            elif number == signal.SIGCONT:
                self._send(number)
            elif number == _STOPPING:
                if from_process:
                    self._send(number)
                self._stop()
            else:
                self.interrupted = self.interrupted or number == signal.SIGINT
                if from_process:
                    self._send(number)

    def _send(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self._pid, number)

    def _is_stopped(self) -> bool:
        """Tell whether the command has stopped and stays so."""
        with suppress(ChildProcessError):
            if os.waitid(os.P_PID, self._pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None:
                time.sleep(_SETTLING)
                return os.waitid(os.P_PID, self._pid, os.WSTOPPED | os.WNOHANG) is not None
        return False

    def _stop(self) -> None:
        """Stop this process the way the terminal would: the kernel refuses where nobody could continue it."""
        # Sent while it is blocked: the terminal's own may wait there too, and being continued discards both at once.
        # Sent afterwards, it would stop a second time what the user has just continued.
        signal.pthread_kill(threading.get_ident(), _STOPPING)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {_STOPPING})
        signal.pthread_sigmask(signal.SIG_BLOCK, {_STOPPING})
