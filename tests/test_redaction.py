"""Masks: every row keeps its example, nothing that a log needs is lost, and the time is linear."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Call, Run
from hypothesis import example, given
from hypothesis import strategies as st

from msfaq import Engine
from msfaq.redaction.masks import MASKS, Mask
from msfaq.redaction.redact import APART, TOGETHER, Redactor, StreamRedactor, redact

KEPT = """\
mindspore 2.3.1, CANN 8.0.RC1, 8.0.RC2.alpha003, driver 24.1.0.3, firmware version: 7.3.0.1
cudnn-8.9.7.29, libx.so.1.2.3.4
[ERROR] KERNEL(11941,7f69aa01,python):2024-05-20-13:56:10.230.794 [mindspore/ops/a.cc:89] Launch] boom at 12:34:56
EI0006 E39999 EZ9999 error code 507011 ret[107020] 0x7ffee3c0a1b2 #3 0x000055d0
in std::vector<int>::push_back(mindspore::abstract)
x shape (32, 3, 224, 224) [1,0]<stderr> lr=0.001 loss: 2.5 tokens=1024 max_tokens: 4096 pad_token_id=0 eos_token='</s>'
token_ids.shape=(2, 128) tokenizer=LlamaTokenizer vocab_size=32000 password=None secret: *** token: null
commit 3f786850e387550fdab836ed7e6dc881de23001b  listen 127.0.0.1:8118 0.0.0.0 ::1 localhost
https://www.mindspore.cn/docs/zh-CN/r2.3/index.html  Default/network-TrainOneStep/IndexAdd-op0  @construct_12
File "/usr/local/lib/python3.9/site-packages/mindspore/ops/a.py", line 70, in __call__
训练失败，第 3 轮，时间 2024-05-20 13:56:10
"""

SECRETS = [
    "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH",
    "ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
    "password=hunter2",
    "Authorization: Bearer abcdefghijklmnop",
    "zhang.san@corp.example.cn",
    "10.20.30.40",
    "fe80::1ff:fe23:4567:890a",
    "/home/zhangsan/a",
    "52:54:00:ab:cd:ef",
    "http://me:pa55@node.lan:80/x",
]


@pytest.mark.parametrize("mask", MASKS, ids=lambda mask: mask.name)
def test_each_mask_keeps_its_example(mask: Mask) -> None:
    assert redact(mask.example) == mask.masked
    assert re.compile(mask.pattern.replace("(?i:", "(?:"), re.IGNORECASE), "a pattern that Python can read too"


def test_what_a_log_needs_is_kept() -> None:
    assert redact(KEPT) == KEPT


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("around", ["{}", "({})", "'{}'", "[{}]", "错误{}，", "x={};", "\t{}\r", "Error: {}!"])
def test_a_secret_is_masked_wherever_it_stands(secret: str, around: str) -> None:
    masked = redact(around.format(secret))
    assert "<" in masked
    assert secret not in masked


def test_the_same_secret_has_the_same_mask() -> None:
    text = "rank 0 10.0.0.1:8118, rank 1 10.0.0.2:8118, rank 2 10.0.0.1:8119"
    assert redact(text) == "rank 0 <ip-1>:8118, rank 1 <ip-2>:8118, rank 2 <ip-1>:8119"


def test_a_private_key_in_json_and_one_that_is_cut_off() -> None:
    assert "MIIE" not in redact('{"key": "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADAN\\n-----END PRIVATE KEY-----\\n"}')
    assert redact("-----BEGIN PRIVATE KEY-----\nMIIEvQ==\nAAAA\n") == (
        "-----BEGIN PRIVATE KEY-----\n<private-key-1>\n<private-key-1>\n"
    )


PIECES = st.one_of(
    st.sampled_from(
        [*SECRETS, *(mask.example for mask in MASKS), "<ip-1>", "<user-1>", "-----BEGIN RSA PRIVATE KEY-----"]
    ),
    st.sampled_from(["\n", " ", ":", "=", "@", ".", "-", "<", ">", "/", "'", "token=", "user:", "a", "1", "::", "://"]),
    st.text(max_size=8),
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@given(TEXTS)
@example("user:user:")
@example("-----BEGIN RSA PRIVATE KEY-----")
@example("-----BEGIN RSA PRIVATE KEY-----\n \n-----BEGIN RSA PRIVATE KEY-----")
@example("id AKIAIOSFODNN7EXAMPLEhostname: ascend-train-07")
@example("AKIAIOSFODNN7EXAMPLEuser=ether 52:54:00:ab:cd:ef user:mail zhang.san@corp.example.cn please")
@example("C:\\Users\\version 10.0.0.1")
@example("hf_abcdefghijklmnopqrstuvwxyz<ip-1>")
def test_twice_is_once_and_lines_stay(text: str) -> None:
    """What a mask separates begins a word there: what is a secret only then is one at once."""
    once = redact(text)
    assert redact(once) == once
    assert once.count("\n") == text.count("\n")


@given(TEXTS, st.booleans())
def test_several_automata_find_what_one_finds(text: str, repeated: bool) -> None:
    if "-----BEGIN" not in text:
        data = f"{text}\n".encode("utf-8", "surrogatepass") * (40 if repeated else 1)
        assert Redactor()._once(data, APART) == Redactor()._once(data, TOGETHER)


def test_a_long_line_among_short_ones_and_many_blocks() -> None:
    line = "from 10.1.2.3 by /home/zhangsan, "
    text = f"{line}\n" * 3000 + line * 3000 + f"\n{line}\n"
    assert redact(text) == text.replace("10.1.2.3", "<ip-1>").replace("zhangsan", "<user-1>")


@given(TEXTS, st.integers(1, 40))
def test_a_stream_is_masked_as_the_whole(text: str, size: int) -> None:
    data = f"{text}\n".encode("utf-8", "surrogatepass")
    redactor = StreamRedactor()
    pieces = [redactor.feed(data[at : at + size]) for at in range(0, len(data), size)]
    streamed = b"".join([*pieces, redactor.finish()])
    if b"-----BEGIN" not in data:
        assert streamed == redact(data.decode("utf-8", "surrogatepass")).encode("utf-8", "surrogatepass")
    assert streamed.count(b"\n") == data.count(b"\n")


@pytest.mark.parametrize(
    "unit",
    ["pad_token=", "1.2.3.4.", "a:b:", "a.", "a@", "x://", "password=", "-----BEGIN A", "/home/", "/home/xpassword="],
)
def test_hostile_text_ends(unit: str) -> None:
    """A quadratic pattern would take hours here."""
    text = unit * (200_000 // len(unit))
    assert redact(text).count("\n") == 0


def test_the_command_masks_a_file_and_a_pipe(run_msfaq: Run, tmp_path: Path) -> None:
    text = b"\xff\xfe from 10.1.2.3:80 \xd6\xd0\r\nlast line without end /home/bob"
    (tmp_path / "a.log").write_bytes(text)
    wanted = b"\xff\xfe from <ip-1>:80 \xd6\xd0\r\nlast line without end /home/<user-1>"
    assert run_msfaq("redact", stdin=text).stdout == wanted
    assert run_msfaq("redact", "a.log").stdout == wanted
    done = run_msfaq("redact", "missing.log")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"msfaq: missing.log cannot be read")


def test_no_secret_reaches_an_answer(engine: Engine, call: Call, tmp_path: Path) -> None:
    log = tmp_path / "train.log"
    log.write_text(
        'Traceback (most recent call last):\n  File "/home/zhangsan/train.py", line 9, in <module>\n'
        '    net(x, token="hf_abcdefghijklmnopqrstuvwxyzABCDEFGH")\n'
        "RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0 on 10.1.2.3\n",
        "utf-8",
    )
    for form in ("--json", "--markdown", "--plain"):
        code, out, _ = call("--redact", form, str(log))
        assert code == 0
        assert "IndexAdd-op0" in out
        assert not any(secret in out for secret in ("zhangsan", "hf_abc", "10.1.2.3"))
        assert "user-1" in out


def test_the_books_own_pages_stay(call: Call) -> None:
    plain = call("show", "serving-request-errors")[1]
    (address,) = set(re.findall(r'Client\("([\d.]+):5500"', plain))
    assert address in call("--redact", "--full", "serving-request-errors")[1]
    found = json.loads(call("--redact", "--json", "--explain", "serving-request-errors", "asks", "10.1.2.3")[1])
    assert "10.1.2.3" not in json.dumps(found)
    assert all(address in one["markdown"] for one in found["answers"] if one["id"] == "serving-request-errors")


def test_what_a_message_fills_in_is_masked_beneath_the_title(call: Call, tmp_path: Path) -> None:
    log = tmp_path / "train.log"
    log.write_text("RuntimeError: Launch kernel failed, name:10.1.2.3/IndexAdd-op0\n", "utf-8")
    code, out, _ = call("--redact", "--json", str(log))
    (answer,) = (one for one in json.loads(out)["answers"] if one["captures"])
    assert code == 0
    assert "10.1.2.3" not in out
    assert all("<ip-1>" in answer[name].replace("\\", "") for name in ("readout", "brief", "markdown"))
    assert "<ip-1>" in answer["captures"]["op"]


def test_problems_with_logs_name_no_user(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "zhangsan"
    folder.mkdir(parents=True)
    (folder / "a.log").write_text("RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0\n", "utf-8")
    (folder / "b.log").write_bytes(b"\x1f\x8b broken")
    _, out, err = call("--redact", f"{tmp_path}/home/zhangsan")
    assert "zhangsan" not in out + err
    assert "b.log: " in err


def test_redaction_is_light() -> None:
    heavy = ("numpy", "rich", "msfaq.engine")
    code = f"import sys, msfaq; msfaq.redact('x'); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
