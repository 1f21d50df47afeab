"""Learning an entry from a failure that nothing answers."""

import gzip
import json
from pathlib import Path

import pytest
from conftest import Call, Run
from hypothesis import given
from hypothesis import strategies as st

from msfaq.chat.measure import read_dialogs
from msfaq.corpus.template import parse_template, sample
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.index.signatures import Row, SignatureIndex
from msfaq.learning.masks import MASKS, Mask, to_template
from msfaq.learning.propose import propose
from msfaq.learning.unanswered import FILE, keep_unanswered, kept_questions
from msfaq.logs.reading import read

LOG = """\
MindSpore version: 2.3.1
epoch 1 step 3 loss 0.3
Traceback (most recent call last):
  File "/home/zhangsan/train.py", line 12, in <module>
    loss = net(x)
  File "/usr/lib/python3/site-packages/pangu/flux.py", line 140, in sync
    raise RuntimeError(msg)
RuntimeError: flux capacitor on rank_3 lost its lock after 120 steps, shape (32, 10) of 'weight' at /data/run/part.bin
"""
SECTION = """
----------------------------------------------------
- Flux Report: (For experts)
----------------------------------------------------
phase angle 17 is out of the quorum
"""
OTHER = (
    LOG.replace("rank_3", "rank_77").replace("120", "9").replace("(32, 10)", "[1, 2, 3]")
    .replace("'weight'", "'bias'").replace("/data/run/part.bin", "/mnt/x-1/y.npz")
)  # fmt: skip
ID = "flux-capacitor-rank-lost-its-lock"


@pytest.mark.parametrize("mask", MASKS, ids=lambda mask: mask.name)
def test_the_example_of_each_mask(mask: Mask) -> None:
    assert to_template(mask.example, least=3) == mask.template


@pytest.mark.parametrize("mask", [mask for mask in MASKS if mask.type], ids=lambda mask: mask.name)
def test_what_a_mask_captures_its_template_matches(mask: Mask) -> None:
    from msfaq.corpus.entry import Signature

    (hit,) = SignatureIndex([Row.of("it", Signature(mask.template))]).find(mask.example)
    assert len(hit.captures) == len([piece for piece in parse_template(mask.template) if not isinstance(piece, str)])


@given(
    st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" {}'\"()[]/0123456789.,_"), max_size=120)
)
def test_any_message_becomes_a_template_that_finds_it(message: str) -> None:
    try:
        proposal = propose(read(message))
    except InputError:
        return
    hits = SignatureIndex([Row.of("it", proposal.signature)]).find(read(message).text)
    assert hits
    assert not SignatureIndex([Row.of("it", proposal.signature)]).find(proposal.rejects[0])
    assert sample(proposal.signature.match)


def test_too_little_stays_literal() -> None:
    assert to_template("'abc'") == "'abc'"
    proposal = propose(read("KeyError: 'abc'"))
    assert (proposal.signature.match, proposal.signature.weak) == ("KeyError: 'abc'", False)
    assert proposal.exception == "KeyError"


@pytest.mark.slow
def test_the_log_finds_what_was_learnt_from_it(data: Path, run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(LOG, "utf-8")
    done = run_msfaq("learn", "train.log")
    assert done.returncode == 0, done.stderr
    (file,) = (data / "entries").rglob("*.md")
    assert done.stdout.decode() == f"{file}\n"
    assert file.stem == ID
    assert done.stderr.decode().splitlines() == [
        f"msfaq: write what is marked 待写 / to be written, then: msfaq check {ID}"
    ]
    with Engine() as engine:
        for log in (LOG, OTHER):
            answer = engine.lookup(log).answers[0]
            assert (answer.id, answer.own) == (ID, True)
            assert answer.confidence > 0.9
        assert answer.captures == {
            "rank": "77", "after": "9", "shape": "[1, 2, 3]", "name": "bias", "at": "/mnt/x-1/y.npz"
        }  # fmt: skip
        assert "rank = 77" in answer.readout
    text = file.read_text("utf-8")
    for fact in ("RuntimeError", "MindSpore 2.3.1", "loss = net(x)"):
        assert text.count(fact) >= 2, fact
    assert "zhangsan" not in text
    done = run_msfaq("check", ID)
    assert (done.returncode, done.stdout) == (0, b""), done.stdout


def test_the_fact_of_a_section_is_learnt(data: Path, call: Call) -> None:
    code, out, _ = call("learn", "--print", LOG + SECTION)
    assert code == 0
    assert 'match: "phase angle {angle:number} is out of the quorum"' in out
    for fact in ("lost its lock after 120 steps", "Flux Report", "phase angle 17 is out"):
        assert out.count(fact) >= 2, fact


def test_what_is_answered_is_not_learnt_again(data: Path, call: Call) -> None:
    message = "Launch kernel failed, name:Default/IndexAdd-op0"
    code, out, err = call("learn", message)
    assert (code, out) == (2, "")
    assert "'launch-kernel-failed' answers this already" in err
    code, out, _ = call("learn", "--print", "--force", message)
    assert code == 0
    assert "overlaps: [launch-kernel-failed" in out
    assert not (data / "entries").exists()


@pytest.mark.slow
def test_nothing_is_overwritten(data: Path, call: Call) -> None:
    assert call("learn", LOG)[0] == 0
    assert call("learn", LOG)[0] == 2
    assert call("learn", "--force", LOG)[0] == 0
    assert sorted(file.stem for file in (data / "entries").rglob("*.md")) == [ID, f"{ID}-2"]
    code, _, err = call("learn", "--force", "--id", ID, LOG)
    assert code == 2
    assert "choose another id" in err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--area", "nowhere", LOG), "area 'nowhere' is not one of"),
        (("--id", "Bad_Id", LOG), "is not lower-case words"),
        (("\n".join(f"step {n} loss 0.1" for n in range(40)),), "no failure found"),
        (("--from", "3"), "0 questions were kept"),
    ],
)
def test_bad_input_is_one_line(data: Path, call: Call, arguments: tuple[str, ...], problem: str) -> None:
    code, out, err = call("learn", *arguments)
    assert (code, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1


def test_nothing_is_kept_unasked(data: Path, call: Call) -> None:
    assert call("frobnicate the quux of host 10.1.2.3")[0] == 1
    assert not data.exists()


@pytest.mark.slow
def test_questions_are_kept_masked_where_that_is_wanted(
    data: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MSFAQ_KEEP_UNANSWERED", "1")
    for _ in range(2):
        call(LOG.replace("lost its lock", "lost its lock to 10.1.2.3"))
    call("Launch kernel failed, name:Default/IndexAdd-op0")
    (one,) = kept_questions(data)
    assert "<ip-1>" in one.text
    assert "10.1.2.3" not in (data / FILE).read_text("utf-8")
    assert "zhangsan" not in one.text
    assert oct((data / FILE).stat().st_mode & 0o777) == "0o600"
    code, out, err = call("learn", "--list")
    assert code == 0
    assert "flux capacitor" in out
    assert "1 questions" in err
    assert call("learn", "--from", "1")[0] == 0
    assert call(LOG.replace("lost its lock", "lost its lock to 10.9.9.9"))[1].startswith("# flux capacitor")
    assert call("learn", "--clear")[1] == "1 questions deleted\n"
    assert kept_questions(data) == []


@pytest.mark.slow
def test_the_setting_does_what_the_variable_does(data: Path, call: Call) -> None:
    assert call("learn", "--keep", "on")[0] == 0
    call("frobnicate the quux")
    assert [one.query for one in kept_questions(data)] == ["frobnicate the quux"]
    assert call("learn", "--keep", "off")[0] == 0
    call("frobnicate the quux again")
    assert len(kept_questions(data)) == 1


def test_a_compressed_log_is_learned_from(data: Path, call: Call, tmp_path: Path) -> None:
    packed = gzip.compress(LOG.encode())
    (tmp_path / "train.log.gz").write_bytes(packed)
    code, out, _ = call("learn", "--print", str(tmp_path / "train.log.gz"))
    assert code == 0
    assert "flux capacitor" in out
    (tmp_path / "train.log.gz").write_bytes(packed[:-20])
    code, out, err = call("learn", "--print", str(tmp_path / "train.log.gz"))
    assert (code, out) == (2, "")
    assert "train.log.gz cannot be read" in err


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\x0b", "\r"])
def test_questions_with_other_line_ends_are_kept(data: Path, call: Call, end: str) -> None:
    call("learn", "--keep", "on")
    call(f"why does the frobnicated quux fail{end}the first time")
    call("how is a zorbled blenk mended")
    assert [one.query[:20] for one in kept_questions(data)] == ["why does the frobnic", "how is a zorbled ble"]
    dialogs = data / "dialogs.jsonl"
    dialogs.write_text(json.dumps({"id": "a", "turns": [{"user": f"why{end}so"}]}, ensure_ascii=False), "utf-8")
    assert read_dialogs(dialogs)[0].turns[0].user == f"why{end}so"


def test_the_file_stays_small_and_forgives(data: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSFAQ_KEEP_UNANSWERED", "yes")
    for number in range(120):
        text = f"frobnicate the quux {number} " + "x" * 30_000
        keep_unanswered(engine.lookup(f"frobnicate quux{number}"), text, data)
    size = (data / FILE).stat().st_size
    assert 500_000 < size <= 1 << 20
    assert kept_questions(data)[-1].query.startswith("frobnicate the quux 119 ")
    with (data / FILE).open("a") as file:
        file.write('{"broken\n[]\n')
    assert kept_questions(data)[-1].query.startswith("frobnicate the quux 119 ")
    assert all(json.loads(line) for line in (data / FILE).read_text("utf-8").splitlines()[:-2])
