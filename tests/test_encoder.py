"""The run-time encoder: what it gives, that it equals sentence-transformers, and what it refuses."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

from msfaq.errors import ModelError
from msfaq.index.encoder import StaticEncoder
from msfaq.index.encoders import SHIPPED_MODEL
from msfaq.index.model_files import CONFIG_FILE, TABLE_FILE, TOKENIZER_FILE, digest_of

TEXTS = (
    "显存不足怎么办",
    "Out of Memory!!! total[3212254720] malloc failed",
    "训练时 GeneratorDataset 报错：The data pipeline is not a tree",
    "ms.ops.MatMul_v2 EI0006 HCCL 超时",
    "ＦＵＬＬ ｗｉｄｔｈ ℃ é ﷺ 🤖 \u200b",
    "x" * 500,
    "长" * 500,
    "12345678901234567890",
    " \n\t",
    "",
)


@pytest.fixture(scope="module")
def encoder() -> StaticEncoder:
    return StaticEncoder.open(SHIPPED_MODEL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED_MODEL, tmp_path / "model"))


@pytest.mark.train
def test_equals_sentence_transformers(encoder: StaticEncoder) -> None:
    from msfaq.index.training.export import as_sentence_transformer

    wanted = as_sentence_transformer(SHIPPED_MODEL).encode(list(TEXTS), convert_to_numpy=True)
    np.testing.assert_allclose(encoder.encode(TEXTS), wanted, atol=1e-5, rtol=0)


def test_rows_are_unit_vectors_of_float32(encoder: StaticEncoder) -> None:
    vectors = encoder.encode(TEXTS[:4])
    assert vectors.shape == (4, encoder.dim)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_no_texts_give_no_rows(encoder: StaticEncoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dim)


@pytest.mark.parametrize("text", ["", " ", "!?…", "1234567890", "🤖", "\ud800"])
def test_a_text_without_known_pieces_is_zero(encoder: StaticEncoder, text: str) -> None:
    assert not encoder.encode([text]).any()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GeneratorDataset", "generator_dataset"),
        ("ＨＣＣＬ　超时", "hccl 超时"),
        ("malloc 32611480064 failed", "malloc failed"),
    ],
)
def test_spellings_of_one_thing_are_one_vector(encoder: StaticEncoder, one: str, other: str) -> None:
    first, second = encoder.encode([one, other])
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("显存不够了", "the device is out of memory", "the dataset has the wrong number of columns"),
        ("how to install with pip", "使用 pip 安装", "图模式编译报错"),
        ("loss 变成 nan", "the loss is not a number, overflow", "uninstall the package"),
    ],
)
def test_meaning_crosses_languages(encoder: StaticEncoder, question: str, right: str, wrong: str) -> None:
    asked, near, far = encoder.encode([question, right, wrong])
    assert asked @ near > asked @ far + 0.1


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the first text builds Unicode's tables
@given(st.lists(st.text() | st.sampled_from(TEXTS), max_size=4), st.text())
def test_any_text_gives_a_finite_row_and_the_same_one_in_any_batch(beside: list[str], text: str) -> None:
    opened = _opened()
    (alone,) = opened.encode([text])
    assert np.isfinite(alone).all()
    norm = float(np.linalg.norm(alone))
    assert norm == 0 or abs(norm - 1) < 1e-6
    np.testing.assert_array_equal(opened.encode([*beside, text])[-1], alone)


def test_many_texts_are_encoded_in_order(encoder: StaticEncoder) -> None:
    texts = [f"stream {number} of 8 is not enough" if number % 7 else "\u2603" for number in range(1500)]
    vectors = encoder.encode(texts)
    for at in (0, 1, 511, 512, 513, 1023, 1024, 1499):
        np.testing.assert_array_equal(vectors[at], encoder.encode([texts[at]])[0])


def test_the_shipped_digest_is_that_of_the_shipped_files(encoder: StaticEncoder) -> None:
    assert encoder.digest == digest_of(SHIPPED_MODEL)
    assert encoder.name


def test_the_shipped_files_stay_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED_MODEL.iterdir()) < 10_000_000


@pytest.mark.parametrize("name", [CONFIG_FILE, TABLE_FILE, TOKENIZER_FILE])
def test_a_missing_file_is_a_model_error(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=name):
        StaticEncoder.open(folder)


@pytest.mark.parametrize("name", [CONFIG_FILE, TABLE_FILE, TOKENIZER_FILE])
@pytest.mark.parametrize("harm", [lambda whole: whole[: len(whole) // 2], lambda _: b"", lambda _: b"\xff\xfe{}"])
def test_a_damaged_file_is_a_model_error(folder: Path, name: str, harm: Callable[[bytes], bytes]) -> None:
    (folder / name).write_bytes(harm((folder / name).read_bytes()))
    with pytest.raises(ModelError, match=name):
        StaticEncoder.open(folder)


@pytest.mark.parametrize(
    "change", [{"dim": 64}, {"pieces": 7}, {"format": 99}, {"digest": 5}, {"dim": "128"}, {"name": None}]
)
def test_a_description_that_does_not_fit_is_a_model_error(folder: Path, change: dict[str, object]) -> None:
    fields = json.loads((folder / CONFIG_FILE).read_text("utf-8"))
    (folder / CONFIG_FILE).write_text(json.dumps(fields | change), "utf-8")
    with pytest.raises(ModelError):
        StaticEncoder.open(folder)


def test_a_table_of_another_kind_is_a_model_error(folder: Path) -> None:
    table = load_file(folder / TABLE_FILE)
    save_file({"rows": table["rows"].astype(np.int16), "scales": table["scales"]}, folder / TABLE_FILE)
    with pytest.raises(ModelError, match="int16"):
        StaticEncoder.open(folder)


def test_a_table_without_scales_is_a_model_error(folder: Path) -> None:
    save_file({"rows": load_file(folder / TABLE_FILE)["rows"]}, folder / TABLE_FILE)
    with pytest.raises(ModelError, match=TABLE_FILE):
        StaticEncoder.open(folder)


def test_another_tokenizer_is_a_model_error(folder: Path) -> None:
    fields = json.loads((folder / TOKENIZER_FILE).read_text("utf-8"))
    vocabulary = fields["model"]["vocab"]
    fields["model"]["vocab"] = dict(list(vocabulary.items())[:-1])
    (folder / TOKENIZER_FILE).write_text(json.dumps(fields), "utf-8")
    with pytest.raises(ModelError, match="tokenizer"):
        StaticEncoder.open(folder)


def test_encoding_loads_no_torch() -> None:
    code = (
        "import sys; from msfaq.index.encoders import shipped_encoder; shipped_encoder().encode(['显存']);"
        "print(sorted({'torch', 'sentence_transformers', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


_HELD: list[StaticEncoder] = []


def _opened() -> StaticEncoder:
    """Open the model once: hypothesis allows no fixtures of smaller scope, and calls many times."""
    if not _HELD:
        _HELD.append(StaticEncoder.open(SHIPPED_MODEL))
    return _HELD[0]


def test_what_is_kept_of_a_text_changes_nothing(encoder: StaticEncoder) -> None:
    texts = [*TEXTS, *(text * 100 for text in TEXTS)]
    encoder.encode(texts)
    fresh = StaticEncoder.open(SHIPPED_MODEL)
    assert np.array_equal(encoder.encode(texts[::-1]), fresh.encode(texts[::-1]))
    kept, read = encoder.pieces(texts), fresh.pieces(texts)
    assert np.array_equal(kept.rows, read.rows)
    assert all(np.array_equal(one, other) for one, other in zip(kept.places, read.places, strict=True))
