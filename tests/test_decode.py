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


CHINESE = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=4, max_size=60)


@given(st.lists(CHINESE, min_size=2, max_size=5), st.data())
def test_utf8_cut_within_a_character_loses_that_one_alone(texts: list[str], data: st.DataObject) -> None:
    """A logger that limits the bytes of a line does so; what is cut is legal GB18030 by chance now and then."""
    line = texts[0].encode()
    kept = data.draw(st.integers(9, len(line)))
    whole = "\n".join([texts[0][: kept // 3], *texts[1:], ""])
    found = decode(b"\n".join([line[:kept], *map(str.encode, texts[1:]), b""]))
    assert found.replace("\N{REPLACEMENT CHARACTER}", "") == whole


def test_one_stray_byte_spoils_no_gbk() -> None:
    text = "开始训练，加载数据集完成，正在编译计算图\n"
    data = text.encode("gbk") * 20 + b"\xff\nRuntimeError: Launch kernel failed\n"
    assert decode(data) == text * 20 + "\N{REPLACEMENT CHARACTER}\nRuntimeError: Launch kernel failed\n"


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
        ("\x1b]0;user@host\nstep 1\r\n\x1b[31mred", "\nstep 1\nred"),
        ("\x1b]0;user@host: ~/train\rstep 1\n", "\rstep 1\n"),
        ("\x1b]52;c;" + "QUJD" * 300 + "\x07pasted", "pasted"),
        ("\x1bP" + "x" * 300 + "KeyError: 'rate'", "x" * 100 + "KeyError: 'rate'"),
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
