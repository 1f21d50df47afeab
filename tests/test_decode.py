"""Bytes of any origin become clean text, or one clear refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.errors import InputError
from msfaq.logs.decode import clean, decode

TEXT = "第 1 行: 内存不足 Out of Memory\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16", "utf-32"])
def test_encodings(encoding: str) -> None:
    assert decode(TEXT.encode(encoding)) == TEXT


def test_a_character_cut_in_two_spoils_nothing() -> None:
    assert decode("内存".encode()[:-1]) == "内"


def test_broken_bytes_become_replacements() -> None:
    assert decode(b"Out of Memory \xff\xfe\x80 here, and much more text behind it") == (
        "Out of Memory ��� here, and much more text behind it"
    )


@pytest.mark.parametrize(
    "data", [bytes(range(32)) * 40, b"\x00\x01\x02\x03" * 100, b"\x7fELF\x02\x01\x01\x00" + b"\x00\x03" * 60]
)
def test_binary_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="binary"):
        decode(data)


def test_a_few_nul_bytes_are_no_binary() -> None:
    assert decode(b"a log with one NUL\x00 byte in it, as a crash leaves behind") == (
        "a log with one NUL byte in it, as a crash leaves behind"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[1;31mERROR\x1b[0m", "ERROR"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]52;c;cm0gLXJm\x07pasted", "pasted"),
        ("\x9b31mred", "31mred"),
        ("10%\r20%\r30%\r\n", "10%\r20%\r30%\n"),
        ("abc\u202edcba", "abcdcba"),
        ("tab\tstays", "tab\tstays"),
        ("\x1b", ""),
    ],
)
def test_terminal_controls_go(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(st.binary(max_size=500))
def test_any_bytes_give_clean_text_or_a_refusal(data: bytes) -> None:
    try:
        text = decode(data)
    except InputError:
        return
    assert not any(c < " " and c not in "\t\r\n" for c in text)
    assert not any("\x7f" <= c <= "\x9f" for c in text)


@given(st.text(max_size=300))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)
