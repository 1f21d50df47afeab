"""Packs columns of unsigned numbers into bytes and reads them back, for tables that an index keeps whole."""

import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BYTE: Final = np.dtype("u1")
_SIZE: Final = np.dtype("<u4")


def pack_columns(sizes: Sequence[int], columns: "Sequence[NDArray[Any]]") -> bytes:
    """Return the columns packed behind ``sizes``, numbers below 2**32 that tell how long they are."""
    # Bytes of one place lie side by side: the higher ones are nearly always 0, and pack to nothing.
    planes = (column.view(_BYTE).reshape(-1, column.itemsize).T.tobytes() for column in columns)
    return zlib.compress(np.array(sizes, _SIZE).tobytes() + b"".join(planes))


def unpack_sizes(data: bytes, count: int) -> tuple[list[int], bytes]:
    """Return the ``count`` sizes that columns were packed behind, and what follows them.

    Raises ValueError when there are fewer, or the bytes are damaged.
    """
    try:
        raw = zlib.decompress(data)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    return np.frombuffer(raw, _SIZE, count).tolist(), raw[count * _SIZE.itemsize :]


def unpack_columns(raw: bytes, forms: Sequence[tuple[int, np.dtype[Any]]]) -> "Iterator[NDArray[Any]]":
    """Yield columns, each of a length and form.

    Raises ValueError when there are fewer bytes than that, or more.
    """
    at = 0
    for length, form in forms:
        size = length * form.itemsize
        planes = np.frombuffer(raw[at : at + size], _BYTE).reshape(form.itemsize, length)
        column = planes[0].astype(form)
        for place, plane in enumerate(planes[1:], start=1):
            column |= plane.astype(form) << form.type(8 * place)
        yield column
        at += size
    if at != len(raw):
        raise ValueError(f"a table of {len(raw)} bytes should have {at}")


def delta(column: "NDArray[Any]") -> "NDArray[Any]":
    """Return the differences of neighbours, the first from 0, in the column's own form: running sums give it back."""
    return np.diff(column, prepend=np.zeros(1, column.dtype))
