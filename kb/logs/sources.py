"""Opens logs: plain or compressed, in any Unicode form, files, pipes and folders of them."""

import codecs
import io
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from msfaq.errors import InputError

_MAGIC: Final = (
    (b"\x1f\x8b", "gz"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
    (b"BZh", "bz2"),
)
"""First bytes of compressed files: names lie (a rotated ``worker.log.1`` may be either)."""

_WIDE: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PEEK: Final = 8
_ZSTD_PIECE: Final = 1 << 10
"""Packed bytes unpacked at once: few, since what repeats itself unpacks to forty thousand times as much."""

_PIECE: Final = 1 << 16
"""Bytes that are unpacked at once."""

LOG_SUFFIXES: Final = (".log", ".txt", ".out", ".err", ".gz", ".xz", ".zst", ".bz2", ".stdout", ".stderr")
"""Endings of files that are read in a folder; files without any ending are read too."""

_CODE: Final = (
    ".py .pyc .sh .c .cc .cpp .h .so .o .whl .tar .zip .tgz .json .yaml .yml .md .csv .db .lock .pid .info .tmp"
)
_MODELS: Final = (
    ".ckpt .safetensors .mindir .air .onnx .om .npy .npz .mindrecord .ir .dat .pb .prof .bin .pt .pth .png .jpg"
)
_NOT_LOGS: Final = frozenset((*_CODE.split(), *_MODELS.split()))
"""Endings of what lies beside logs in a run's folder."""

Stream: TypeAlias = io.RawIOBase | io.BufferedIOBase
"""What bytes are read from."""


def find_logs(paths: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the log files that paths name, folders walked, each once; and for what cannot be read, why.

    In a folder what is named like something else than a log (code, weights, graphs) is passed over.
    """
    found: dict[str, None] = {}
    problems: dict[str, str] = {}
    for path in paths:
        try:
            mode = Path(path).stat().st_mode
        except (OSError, ValueError) as error:
            problems[path] = getattr(error, "strerror", None) or "no such file"
            continue
        if not stat.S_ISDIR(mode):
            found.setdefault(path)
            continue
        walked = list(_walk(path, problems))
        if not walked and path not in problems:
            problems[path] = "no log file in this folder"
        for file in walked:
            found.setdefault(file)
    return list(found), problems


def _walk(folder: str, problems: dict[str, str]) -> Iterator[str]:
    def refused(error: OSError) -> None:
        problems[str(error.filename)] = error.strerror or "cannot be read"

    for at, folders, files in os.walk(folder, onerror=refused):
        folders[:] = sorted((name for name in folders if not name.startswith(".")), key=_natural)
        for name in sorted(files, key=_natural):
            if not name.startswith(".") and _looks_like_log(name):
                path = Path(at, name)
                if path.is_file():
                    yield str(path)
                elif path.is_symlink() and not path.exists():
                    problems[str(path)] = "its target is missing"


def _looks_like_log(name: str) -> bool:
    lowered = name.lower()
    suffix = Path(lowered).suffix
    return lowered.endswith(LOG_SUFFIXES) or suffix not in _NOT_LOGS


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort rank_2 before rank_10."""
    parts = "".join(c if c.isdigit() else f" {c} " for c in name).split()
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def open_log(path: str) -> Stream:
    """Open a log for reading bytes, decompressed; the caller closes it.

    Raises InputError, naming the file, when it cannot be opened or its compression cannot be read here.
    """
    try:
        raw = Path(path).open("rb", buffering=0)  # noqa: SIM115 - handed on to the caller
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    return unpacked(raw, path)


def unpacked(raw: Stream, name: str) -> Stream:
    """Return the decompressed form of an open stream, told by its first bytes; a plain one comes back as it is.

    Raises InputError when what would read its compression is not installed.
    """
    head = b""
    try:
        while len(head) < _PEEK and (more := raw.read(_PEEK - len(head))):
            head += more
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error
    kind = next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")
    whole = _Prefixed(head, raw)
    if not kind:
        wide = next((encoding for mark, encoding in _WIDE if head.startswith(mark)), "")
        return _Narrowed(whole, wide) if wide else whole
    return _decompressed(kind, io.BufferedReader(whole, 1 << 18), name)


def _decompressed(kind: str, packed: io.BufferedReader, name: str) -> Stream:
    if kind == "gz":
        import gzip
        import zlib

        return _Unpacked(gzip.GzipFile(fileobj=packed), packed, zlib.error)
    if kind == "xz":
        import lzma

        return _Unpacked(lzma.LZMAFile(packed), packed, lzma.LZMAError)
    if kind == "bz2":
        import bz2

        # What is damaged in it is an OSError as it is, or a ValueError.
        return _Unpacked(bz2.BZ2File(packed), packed, ValueError)
    try:
        import zstandard
    except ImportError as error:
        raise InputError(
            f"{name} is compressed with zstd, which cannot be read here: pip install zstandard, or zstd -d {name}"
        ) from error
    unpacking = io.BufferedReader(_Zstd(packed, zstandard.ZstdDecompressor()))
    return _Unpacked(unpacking, packed, zstandard.ZstdError)


def put_back(head: bytes, rest: Stream) -> Stream:
    """Return a stream that begins with bytes which were already taken from it."""
    return _Prefixed(head, rest)


class _Prefixed(io.RawIOBase):
    """A raw stream with the bytes that were already taken from it put back."""

    def __init__(self, head: bytes, rest: Stream) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self._head:
            taken = min(len(self._head), len(buffer))
            buffer[:taken] = self._head[:taken]
            self._head = self._head[taken:]
            return taken
        return self._rest.readinto(buffer) or 0

    def fileno(self) -> int:
        return self._rest.fileno()

    def close(self) -> None:
        self._rest.close()
        super().close()


class _Unpacked(io.RawIOBase):
    """A decompressed stream; what is damaged in it, or missing at its end, is an OSError like any trouble of reading.

    Decompressors have an exception each, with no root in common.
    """

    def __init__(self, stream: Any, packed: io.BufferedReader, damage: type[Exception]) -> None:
        self._stream = stream
        self._packed = packed
        self._damage = (EOFError, damage)
        self._broken = ""
        """Why no more can be had: some decompressors, asked again, go on with what they find behind the damage."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self._broken:
            raise OSError(self._broken)
        try:
            # Little at a time: of a piece within which the stream breaks off nothing is had.
            piece = self._stream.read1(min(len(buffer), _PIECE))
        except (OSError, *self._damage) as error:
            self._broken = str(error)
            raise OSError(self._broken) from error
        buffer[: len(piece)] = piece
        return len(piece)

    def fileno(self) -> int:
        return self._packed.fileno()

    def close(self) -> None:
        self._stream.close()
        self._packed.close()
        super().close()


class _Zstd(io.RawIOBase):
    """A zstd stream of one frame or several; one that ends within a frame says so, which the library's reader does not.

    Raises EOFError, and zstandard's own error for bytes that are none.
    """

    def __init__(self, packed: io.BufferedReader, decompressor: Any) -> None:
        self._packed = packed
        self._decompressor = decompressor
        self._frame: Any = None
        self._left = b""
        """Packed bytes that were read and are still to be unpacked."""
        self._held = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._held:
            packed = self._left or self._packed.read1(_ZSTD_PIECE)
            if not packed:
                if self._frame is not None:
                    raise EOFError("the compressed file ended before its end mark")
                return 0
            frame = self._frame = self._frame or self._decompressor.decompressobj()
            self._held = memoryview(frame.decompress(packed))
            self._left = frame.unused_data if frame.eof else b""
            if frame.eof:
                self._frame = None
        taken = min(len(self._held), len(buffer))
        buffer[:taken] = self._held[:taken]
        self._held = self._held[taken:]
        return taken

    def close(self) -> None:
        self._packed.close()
        super().close()


class _Narrowed(io.RawIOBase):
    """A UTF-16 or UTF-32 stream as UTF-8, so that the same fragments are found in it."""

    def __init__(self, rest: Stream, encoding: str) -> None:
        self._rest = rest
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._held = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._held:
            data = self._rest.read(1 << 16)
            self._held = self._decoder.decode(data or b"", final=not data).encode("utf-8", "replace")
            if not data:
                break
        taken = min(len(self._held), len(buffer))
        buffer[:taken] = self._held[:taken]
        self._held = self._held[taken:]
        return taken

    def close(self) -> None:
        self._rest.close()
        super().close()
