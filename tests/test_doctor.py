"""The doctor on made-up machines, its parsers on sample outputs, and the installed command on this machine."""

import json
import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Call, Run
from hypothesis import given
from hypothesis import strategies as st
from layout import ROOT
from machines import MACHINES, machine
from shipped import BOOK

from msfaq import Engine
from msfaq.doctor import importing
from msfaq.doctor.found import Package, Process
from msfaq.doctor.machine import Machine, Output, this_machine
from msfaq.doctor.parsing import files, npu_smi, nvidia
from msfaq.doctor.report import RULES, Report, diagnose
from msfaq.doctor.rules.environment import VARIABLES
from msfaq.render.doctor import doctor_markdown

GOLDEN = ROOT / "tests" / "golden" / "doctor"
SMI = (MACHINES / "ascend" / "commands" / "npu-smi info.txt").read_text("utf-8")
NAMES = ("ascend", "gpu", "laptop")


def said(report: Report) -> set[str]:
    return {misfit.rule for misfit in report.misfits}


def with_packages(base: Machine, **versions: str) -> Machine:
    kept = {package.name: package for package in base.packages}
    kept.update(
        {name.replace("_", "-"): Package(name.replace("_", "-"), version) for name, version in versions.items()}
    )
    return replace(base, packages=tuple(package for package in kept.values() if package.version))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["en.md", "zh.md", "json"])
def test_the_report_of_a_made_up_machine(name: str, form: str) -> None:
    report = diagnose(machine(name))
    if form == "json":
        text = json.dumps(report.to_dict("en"), ensure_ascii=False, indent=2) + "\n"
    else:
        text = doctor_markdown(report, form[:2])
    file = GOLDEN / f"{name}.{form}"
    if os.environ.get("MSFAQ_UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
    assert not report.fits


def test_every_rule_has_a_machine_that_breaks_it() -> None:
    heard = set().union(*(said(diagnose(machine(name))) for name in NAMES))
    wanted = {
        *("mindspore-twice", "python-release", "numpy-interface", "requirement", "companion", "shadowed-package"),
        *("source-tree", "c-library", "cann-release", "several-cann", "kernels", "ascend-driver", "npu-health"),
        *("device-permission", "cuda-path", "compute-capability", "nvcc-release", "proxy-local", "disk-full"),
        *("shm-small", "limit-nofile", "limit-nproc", "orphan-process"),
    }
    assert wanted <= heard


def test_every_entry_it_names_is_in_the_book() -> None:
    book = BOOK
    for name in NAMES:
        for misfit in diagnose(machine(name)).misfits:
            book.entry(misfit.entry)
    for row in VARIABLES:
        book.entry(row.entry)


def test_a_machine_in_order_has_nothing_amiss(tmp_path: Path) -> None:
    made = machine("laptop", root=tmp_path, space=lambda path: None)
    report = diagnose(with_packages(made, numpy="1.26.4", protobuf="7.34.1", mindspore="2.10.0"))
    assert (report.misfits, report.fits) == ((), True)
    assert "Nothing amiss." in doctor_markdown(report, "en")


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"environ": {}}, "set-env"),
        ({"environ": {"ASCEND_HOME_PATH": "/usr/local/Ascend/gone"}}, "set-env-stale"),
        ({"libc": "musl"}, "musl"),
        ({"libc": "glibc 2.12"}, None),
        ({"architecture": "riscv64"}, "architecture"),
        ({"run": lambda command, timeout: Output("timeout")}, None),
    ],
)
def test_one_change_is_noticed(changes: dict[str, object], rule: str | None) -> None:
    report = diagnose(machine("ascend", **changes))
    if rule:
        assert rule in said(report)
    if "run" in changes:
        assert {unread.what for unread in report.unread} >= {"npu-smi", "nvidia-smi"}


def test_no_cann_beside_devices(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "davinci0").touch()
    report = diagnose(machine("laptop", root=tmp_path))
    assert "cann-missing" in said(report)
    assert {unread.what for unread in report.unread} == {"npu-smi", "/usr/local/Ascend/driver/version.info"}


@pytest.mark.parametrize(
    ("mindspore", "cann", "fits"),
    [
        ("2.7.2", "8.5.0", True),
        ("2.7.2", "8.2.RC1", False),
        ("2.4.10", "8.0.0", True),
        ("2.5.0", "8.0.0", True),
        ("2.9.0", "8.3.RC1", True),
        ("2.3.1", "7.0.0", True),
        ("2.6.0", "7.0.0", False),
        ("not a release", "8.5.0", True),
    ],
)
def test_cann_beside_mindspore(tmp_path: Path, mindspore: str, cann: str, fits: bool) -> None:
    place = tmp_path / "usr/local/Ascend/ascend-toolkit/latest/aarch64-linux"
    place.mkdir(parents=True)
    (place / "ascend_toolkit_install.info").write_text(f"version={cann}\n")
    made = with_packages(machine("laptop", root=tmp_path), mindspore=mindspore)
    assert ("cann-release" not in said(diagnose(made))) == fits


@pytest.mark.parametrize(
    ("runtime", "path", "rule"),
    [
        ("/usr/local/cuda-11.6/lib64/libcudart.so.11.6.55", "", "cuda-path"),
        ("/usr/local/cuda-11.6/lib64/libcudart.so.11.6.55", "/usr/local/cuda-11.6/lib64", None),
        ("/usr/local/cuda/lib64/libcudart.so.11.1.74", "", None),
        ("/usr/local/cuda/lib64/libcudart.so.12.4.99", "", "cuda-release"),
        ("", "", "cuda-release"),
    ],
)
def test_cuda_beside_mindspore(tmp_path: Path, runtime: str, path: str, rule: str | None) -> None:
    if runtime:
        file = tmp_path / runtime.lstrip("/")
        file.parent.mkdir(parents=True)
        file.touch()
    heard = said(diagnose(machine("gpu", root=tmp_path, environ={"LD_LIBRARY_PATH": path})))
    assert {"cuda-path", "cuda-release"} & heard == ({rule} if rule else set())
    # The machine has no cuDNN: worth saying only where a CUDA stands that needs one.
    assert ("cudnn-release" in heard) == (".so.11" in runtime)


@pytest.mark.parametrize(
    ("companion", "release", "mindspore", "fits"),
    [
        ("mindnlp", "0.4.1", "2.5.0", True),
        ("mindnlp", "0.4.1", "2.10.0", False),
        ("mindformers", "1.6.0", "2.7.0", True),
        ("mindformers", "1.9.0", "2.10.0", False),
        ("vllm-mindspore", "0.5.1", "2.7.1.post1", True),
        ("vllm-mindspore", "0.5.1", "2.9.0", False),
        ("mindone", "0.1.0", "2.9.0", True),
    ],
)
def test_companions(companion: str, release: str, mindspore: str, fits: bool) -> None:
    made = with_packages(machine("laptop"), mindspore=mindspore, **{companion: release})
    assert ("companion" not in said(diagnose(made))) == fits


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("GLOG_v", "3", "5"),
        ("DEVICE_ID", "1", "two"),
        ("MS_SCHED_PORT", "8118", "80"),
        ("MS_SIMULATION_LEVEL", "", "0"),
        ("OMP_NUM_THREADS", "4", "512"),
        ("OMP_NUM_THREADS", "4", "²"),
        ("ASCEND_LAUNCH_BLOCKING", "0", "1"),
    ],
)
def test_variables(name: str, good: str, bad: str) -> None:
    rule = f"variable-{name.lower().replace('_', '-')}"
    assert rule not in said(diagnose(machine("ascend", environ={name: good})))
    assert rule in said(diagnose(machine("ascend", environ={name: bad})))


def test_a_proxy_that_spares_the_machine_itself_is_fine() -> None:
    assert "proxy-local" in said(diagnose(machine("laptop", environ={"https_proxy": "http://p:1"})))
    spared = {"https_proxy": "http://p:1", "NO_PROXY": "localhost,127.0.0.1"}
    assert "proxy-local" not in said(diagnose(machine("laptop", environ=spared)))


def test_npu_smi() -> None:
    first, second = npu_smi.npu_smi_devices(SMI)
    assert (first.index, first.name, first.health, first.used_mb, first.total_mb) == (0, "910B3", "OK", 32768, 65536)
    assert (second.index, second.health) == (1, "Alarm")
    assert npu_smi.npu_smi_driver(SMI) == "24.1.rc2"
    assert npu_smi.npu_smi_processes(SMI) == (Process(4321, "python3", "0", 30000),)


def test_npu_smi_of_a_card_with_two_chips_and_of_a_board() -> None:
    two = """\
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip  Phy-ID              | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
| 0     Ascend910           | OK            | 176.9       46                0    / 0             |
| 0     0                   | 0000:9D:00.0  | 0           0    / 0          2890 / 65536         |
| 0     Ascend910           | OK            | -           46                0    / 0             |
| 1     1                   | 0000:9F:00.0  | 0           0    / 0          2880 / 65536         |
"""
    assert [(npu.index, npu.name, npu.used_mb) for npu in npu_smi.npu_smi_devices(two)] == [
        (0, "910", 2890),
        (0, "910", 2880),
    ]
    board = """\
| 0     310B4               | Alarm         | 0.0         50                15    / 15            |
| 0     0                   | NA            | 0           3049 / 15609                            |
"""
    (npu,) = npu_smi.npu_smi_devices(board)
    assert (npu.name, npu.health, npu.used_mb, npu.total_mb) == ("310B4", "Alarm", 3049, 15609)


@given(st.text(max_size=400) | st.text(alphabet="|0123456789 :/-+=\n", max_size=400))
def test_parsers_take_any_text(text: str) -> None:
    npu_smi.npu_smi_devices(text)
    npu_smi.npu_smi_processes(text)
    npu_smi.chip_family(text)
    nvidia.nvidia_cards(text)
    nvidia.nvidia_processes(text)
    files.cann_version(text, text)
    files.process_parent(text)
    files.newest_glibcxx(text.encode("utf-8", "replace"))


def test_cann_of_an_old_form() -> None:
    cfg = "# version: 1.0\nruntime_running_version=[7.6.0.1.220:8.0.0]\ntoolkit_running_version=[7.6.0.1.220:8.0.0]\n"
    assert files.cann_version("", cfg) == "8.0.0"
    assert files.cann_version("", "nothing") == ""


def test_commands_are_run_without_a_shell_and_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def program(name: str, body: str) -> None:
        file = tmp_path / name
        file.write_text(f"#!{sys.executable}\n{body}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    program("echoes", "import sys; print(sys.argv[1:]); sys.exit(len(sys.argv) > 2)")
    program("hangs", "import time; time.sleep(600)")
    monkeypatch.setenv("PATH", str(tmp_path))
    run = this_machine().run
    assert run(("echoes", "$(ls); `id`"), 60) == Output("ok", "['$(ls); `id`']\n")
    assert run(("echoes", "a", "b"), 60).state == "failed"
    assert run(("hangs",), 0.2).state == "timeout"
    assert run(("no-such-command",), 1).state == "absent"


def test_this_machine_is_read_and_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = dict(os.environ)
    report = diagnose(this_machine())
    assert {fact.group for fact in report.facts} >= {"python", "packages", "system", "resources"}
    assert list(tmp_path.iterdir()) == []
    assert dict(os.environ) == before
    assert "mindspore" not in sys.modules or "mindspore" in before


def test_the_installed_command(run_msfaq: Run) -> None:
    done = run_msfaq("doctor", "--json")
    data = json.loads(done.stdout)
    assert data["schema"] == "msfaq-doctor/1"
    assert done.returncode == (0 if data["fits"] else 1)
    assert b"Python" in run_msfaq("doctor", "--lang", "zh").stdout
    wrong = run_msfaq("doctor", "--lang", "fr")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert b"choose zh or en" in wrong.stderr


def test_it_notices_a_shadow_for_real(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "mindspore.py").write_text("")
    done = run_msfaq("doctor", "--json")
    assert done.returncode == 1
    assert "shadowed-package" in [misfit["rule"] for misfit in json.loads(done.stdout)["misfits"]]


def test_import_is_tried_apart_and_its_error_answered(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mindspore.py").write_text("raise ImportError(\"No module named 'mindspore.version'\")\n")
    monkeypatch.chdir(tmp_path)
    misfit = importing.try_import(engine, timeout=60)
    assert misfit
    assert (misfit.rule, misfit.entry) == ("import-failed", "no-module-mindspore-version")
    assert "mindspore" not in sys.modules or sys.modules["mindspore"].__file__ != str(tmp_path / "mindspore.py")
    (tmp_path / "mindspore.py").write_text("def run_check():\n    print('installed successfully!')\n")
    assert importing.try_import(engine, timeout=60) is None
    (tmp_path / "mindspore.py").write_text("import time; time.sleep(600)\n")
    slow = importing.try_import(engine, timeout=0.5)
    assert slow
    assert slow.rule == "import-timeout"


def test_the_command_tries_the_import(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mindspore.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    code, out, err = call("doctor", "--import", "--json")
    assert code == 1
    assert json.loads(out)["misfits"][0]["rule"] == "import-failed"
    assert "process apart" in err


def test_the_page_shows_a_real_report_and_every_field() -> None:
    page = (ROOT / "docs" / "doctor.md").read_text("utf-8")
    real = (GOLDEN / "laptop.en.md").read_text("utf-8")
    assert f"```markdown\n{real}```" in page
    data = diagnose(machine("laptop")).to_dict("en")
    for field in data:
        assert f"`{field}`" in page or f"`{field}[]`" in page, field
    for field in data["misfits"][0]:
        assert f"`{field}`" in page, field


def test_rules_are_named_once() -> None:
    assert len(set(RULES)) == len(RULES)
