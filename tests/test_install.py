"""A fresh virtual environment: light, complete, at home beside NumPy 1 and 2, and on Ascend hosts."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from layout import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

pytestmark = pytest.mark.install

MEGABYTE = 1_000_000
LIMIT = 100 * MEGABYTE
MESSAGE = "Launch kernel failed, name:Default/IndexAdd-op0"
DEPENDENCIES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]


def run(*command: str, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment's folder of commands, with msfaq installed from a built wheel."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / "bin"
    told = run(str(commands / "pip"), "wheel", "-v", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("msfaq-*.whl")
    assert "msfaq/index/released.sqlite" in zipfile.ZipFile(wheel).namelist(), told
    run(str(commands / "pip"), "install", "--quiet", str(wheel))
    return commands


def ask(commands: Path, cache: Path) -> str:
    out = run(str(commands / "msfaq"), "--json", MESSAGE, env={"MSFAQ_CACHE": str(cache), "PATH": ""}, cwd=str(cache))
    return str(json.loads(out)["answers"][0]["id"])


def test_it_answers_without_mindspore(fresh: Path, tmp_path: Path) -> None:
    assert ask(fresh, tmp_path) == "launch-kernel-failed"
    packages = json.loads(run(str(fresh / "pip"), "list", "--format=json"))
    assert not {"torch", "mindspore", "sentence-transformers", "pandas", "scipy"} & {row["name"] for row in packages}


def test_the_wheel_brings_its_index(fresh: Path, tmp_path: Path) -> None:
    ask(fresh, tmp_path)
    assert list(tmp_path.iterdir()) == []
    status = run(str(fresh / "msfaq"), "index", "status", env={"MSFAQ_CACHE": str(tmp_path)})
    assert "released.sqlite" in status


def test_it_is_light(fresh: Path) -> None:
    (site,) = (fresh.parent / "lib").glob("python*/site-packages")
    apart = ("numpy", "faiss", "pip", "setuptools")
    sizes = {
        folder.name: sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc")
        for folder in site.iterdir()
        if folder.is_dir() and not folder.name.startswith(apart)
    }
    assert sum(sizes.values()) < LIMIT, sorted(sizes.items(), key=lambda item: -item[1])[:10]


@pytest.mark.parametrize("numpy", ["numpy==1.26.4", "numpy>=2"])
def test_it_lives_beside_either_numpy(fresh: Path, tmp_path: Path, numpy: str) -> None:
    if sys.version_info >= (3, 13) and numpy.startswith("numpy==1"):
        pytest.skip("NumPy 1.26 has no build for this Python")
    run(str(fresh / "pip"), "install", "--quiet", numpy)
    out = run(str(fresh / "pip"), "check")
    assert "No broken requirements" in out
    assert ask(fresh, tmp_path) == "launch-kernel-failed"
    code = "from msfaq import lookup; print(lookup('怎么只保存 loss 最低的权重').answers[0].id)"
    found = run(str(fresh / "python"), "-c", code, env={"MSFAQ_CACHE": str(tmp_path)})
    assert found.strip() == "save-checkpoint-at-lowest-loss"


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("python", ["3.10", "3.12"])
def test_wheels_exist_for_every_host(fresh: Path, tmp_path: Path, machine: str, python: str) -> None:
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in (17, 24, 26, 27, 28)]
    platforms.append(f"--platform=manylinux2014_{machine}")
    run(
        str(fresh / "pip"), "install", "--dry-run", "--ignore-installed", "--quiet", "--only-binary=:all:",
        f"--target={tmp_path}", f"--python-version={python}", *platforms, *DEPENDENCIES,
    )  # fmt: skip
