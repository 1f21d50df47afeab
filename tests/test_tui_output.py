"""A terminal that is closed while the interface writes: nothing waits for it."""

import errno
import io
import os
import threading
from typing import IO, cast

from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from msfaq.tui.output import Output


class Closed(io.StringIO):
    """A terminal that is gone after some writes."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.left = after

    def write(self, text: str) -> int:
        if self.left == 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.left -= 1
        return super().write(text)


def test_what_is_written_arrives() -> None:
    file = io.StringIO()
    output = Output(file, lambda: None)
    assert output.write("\x1b[?25h你好") == 8
    output.flush()
    assert file.getvalue() == "\x1b[?25h你好"


def test_a_closed_terminal_is_told_once_and_written_to_no_more() -> None:
    lost: list[int] = []
    file = Closed(after=1)
    output = Output(file, lambda: lost.append(1))
    assert [output.write(text) for text in ("a", "bb", "ccc")] == [1, 2, 3]
    output.flush()
    assert (lost, file.getvalue()) == ([1], "a")


def test_a_file_closed_in_the_process_is_gone_too() -> None:
    lost: list[int] = []
    file = io.StringIO()
    file.close()
    Output(file, lambda: lost.append(1)).write("a")
    assert lost == [1]


def test_the_thread_that_writes_outlives_its_terminal() -> None:
    writer = WriterThread(cast("IO[str]", Output(Closed(after=0), lambda: None)))
    writer.start()

    def write() -> None:
        for _ in range(4 * MAX_QUEUED_WRITES):
            writer.write("a")
        writer.stop()

    writing = threading.Thread(target=write, daemon=True)
    writing.start()
    writing.join(10)
    assert not writing.is_alive()
    assert not writer.is_alive()
