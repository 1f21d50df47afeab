"""Exact recognition: found whatever the wrapping, told apart by specificity and second keys, never slow or wrong."""

import re2
from hypothesis import given
from hypothesis import strategies as st

from msfaq.corpus.entry import Signature
from msfaq.index.patterns import options, to_pattern
from msfaq.index.signatures import Row, SignatureIndex, fold

SHORT = Signature("Out of Memory")
LONG = Signature("Out of Memory!!! total[{total:bytes}] malloc[{asked:bytes}] failed")


def index(*rows: tuple[str, Signature], secondary: tuple[str, ...] = ()) -> SignatureIndex:
    return SignatureIndex([Row.of(name, signature, name in secondary) for name, signature in rows])


def ids(found: SignatureIndex, text: str) -> list[str]:
    return [hit.entry_id for hit in found.find(text)]


def test_captures_are_read_as_they_stood() -> None:
    (hit,) = index(("oom", LONG)).find("x\nout of memory!!! TOTAL[3212254720] malloc[32611480064] failed\ny")
    assert hit.captures == {"total": "3212254720", "asked": "32611480064"}
    assert hit.start == 2


def test_quotes_of_a_quoted_capture_are_taken_off() -> None:
    (hit,) = index(("arg", Signature("unexpected keyword argument {name:quoted}"))).find(
        "f() got an unexpected keyword argument 'axis'"
    )
    assert hit.captures == {"name": "axis"}


def test_the_full_stop_behind_a_name_is_none_of_its_own() -> None:
    (hit,) = index(("target", Signature("the device target must not be {target:name}"))).find(
        "ValueError: The device target must not be cuda."
    )
    assert hit.captures == {"target": "cuda"}
    (there,) = index(("there", Signature("cannot open the folder {folder:path}"))).find("cannot open the folder ..")
    assert there.captures == {"folder": ".."}


def test_the_longest_wording_stands_first() -> None:
    found = index(("general", SHORT), ("special", LONG))
    assert ids(found, "Out of Memory!!! total[1] malloc[2] failed") == ["special", "general"]


def test_a_weak_wording_and_an_echo_stand_last() -> None:
    rows = (("echo", Signature("the stream is null and void")), ("weak", Signature("stream is null", weak=True)))
    found = index(*rows, ("cause", Signature("is null")), secondary=("echo",))
    assert ids(found, "the stream is null and void") == ["cause", "echo", "weak"]


def test_second_keys_tell_shared_wordings_apart() -> None:
    core = Signature("cannot open shared object file", also=("libcublas",))
    other = Signature("cannot open shared object file", unless=("libcublas", "libge"))
    found = index(("cuda", core), ("other", other))
    assert ids(found, "libcublas.so.10: cannot open shared object file") == ["cuda"]
    assert ids(found, "libfoo.so: cannot open shared object file") == ["other"]
    assert ids(found, "libge_runner.so: cannot open shared object file") == []


def test_a_match_beyond_the_first_occurrence_of_its_anchor_is_found() -> None:
    found = index(("oom", Signature("malloc[{asked:bytes}] failed")))
    assert ids(found, "malloc[x] failed\nmalloc[y] failed\nmalloc[12] failed") == ["oom"]


def test_an_index_without_signatures_finds_nothing() -> None:
    assert ids(index(), "anything") == []


def test_what_was_written_is_read_back() -> None:
    found = index(("a", LONG), ("b", Signature("x is y", ("and",), ("not",), ">=2.0", weak=True)), secondary=("b",))
    again = SignatureIndex.from_json(found.to_json())
    assert again.to_json() == found.to_json()
    assert ids(again, "x is y and z") == ["b"]


@given(st.text())
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_around_a_message_leaves_it_found(before: str, behind: str) -> None:
    text = f"{before}\nOut of Memory!!! total[1] malloc[2] failed\n{behind}"
    (hit,) = index(("oom", LONG)).find(text)
    assert text[hit.start : hit.end].startswith("Out of Memory!!!") or "out of memory" in before.lower()


@given(st.text(alphabet="Out of Memry!tal[1234] c", max_size=400))
def test_near_misses_never_raise(text: str) -> None:
    for hit in index(("oom", LONG), ("short", SHORT)).find(text):
        assert 0 <= hit.start < hit.end <= len(text)


NEIGHBOURS = (
    "For '{op:name}', the {what} must be {want}, but got {value}",
    "For '{op:name}', the rank must be {want:int}",
    "For {op:name}, the {what} must be {want}",
    "the {what} must be of the {same}",
)
PIECES = (
    *"'.,\n ",
    "For 'Add', the ",
    "for Add, the",
    "rank",
    "The ",
    " must be ",
    " must\nbe of the ",
    ", but got ",
    "1",
)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_neighbours_are_told_apart_as_their_patterns_do(text: str) -> None:
    """What is looked at before a pattern is put together leaves out nothing that the pattern would find."""
    found = index(*((template, Signature(template)) for template in NEIGHBOURS))
    wanted = {one for one in NEIGHBOURS if re2.search(to_pattern(one), text, options())}
    assert set(ids(found, text)) == wanted
